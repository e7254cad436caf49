"""Invented people: common names of many languages put together by chance. Anyone's likeness to a real player is that, chance."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Names(NamedTuple):
    """Surnames and first names of one federation; a surname "Horák|Horáková" has a form for women."""

    surnames: Sequence[str]
    men: Sequence[str]
    women: Sequence[str]


def names(surnames: str, men: str, women: str) -> Names:
    """The three lists, each given as one text."""
    return Names(surnames.split(", "), men.split(), women.split())


NAMES = {
    "NED": names(
        "Bakker, Dekker, Ter Haar, Hoekstra, Kuipers, Mulder, Nijland, Oosterhuis, Van Rooij, Schouten, Van den Velde, Zandstra",
        "Bram Daan Floris Jelle Koen Maarten Ruben Sjoerd",
        "Anouk Fleur Iris Lotte Marijke Roos",
    ),
    "GER": names(
        "Böhme, Dietz, Grünwald, Hölscher, Kästner, Lindemann, Pfeifer, Rößler, Schüler, Thiele, Ulbrich, Weiß",
        "Arndt Bernd Götz Henning Jörg Lukas Matthias Uwe",
        "Frauke Heike Jana Käthe Svenja Ute",
    ),
    "FRA": names(
        "Aubry, Besançon, Chevallier, Delaunay, Fèvre, Guérin, Lefèbvre, Marchand, Noël, Perrault, Quéméner, Tissot",
        "Aurélien Benoît Cédric Étienne Gaël Loïc Rémi Thibault",
        "Anaïs Chloé Élodie Maëlle Noémie Solène",
    ),
    "ESP": names(
        "Álvarez Peña, Cabañas, Domínguez Ríos, Fuentes, Ibáñez, Llorente, Muñoz Vega, Núñez, Ordóñez, Quintana, Sáez, Zúñiga",
        "Adrián Álvaro Íñigo Joaquín Martín Óscar Raúl Víctor",
        "Begoña Inés Lucía Nuria Rocío Sofía",
    ),
    "POL": names(
        "Błaszczyk, Dąbrowski|Dąbrowska, Gołębiewski|Gołębiewska, Jabłoński|Jabłońska, Kaźmierczak, Łukasik, Majchrzak, "
        "Piątek, Śliwa, Wróbel, Żak, Zieliński|Zielińska",
        "Bartłomiej Grzegorz Jakub Łukasz Michał Paweł Stanisław Tomasz",
        "Agnieszka Elżbieta Małgorzata Oliwia Zofia Żaneta",
    ),
    "CZE": names(
        "Čermák|Čermáková, Dvořáček|Dvořáčková, Hájek|Hájková, Jelínek|Jelínková, Kratochvíl|Kratochvílová, Němec|Němcová, "
        "Růžička|Růžičková, Šimek|Šimková, Tůma|Tůmová, Žižka|Žižková",
        "Bohumil Dalibor Jiří Luboš Matěj Ondřej Řehoř Zdeněk",
        "Alžběta Blažena Eliška Kateřina Markéta Zdeňka",
    ),
    "HUN": names(
        "Bárány, Csőke, Erdélyi, Fűzfa, Gergely, Hegedűs, Juhász, Kőszegi, Lőrincz, Petőházi, Szűcs, Vörös",
        "Ákos Bálint Csaba Gergő Győző Lőrinc Örs Zsolt",
        "Ágnes Boglárka Eszter Gyöngyi Réka Zsófia",
    ),
    "ISL": names(
        "Árnason|Árnadóttir, Björnsson|Björnsdóttir, Guðmundsson|Guðmundsdóttir, Ísleifsson|Ísleifsdóttir, "
        "Sæmundsson|Sæmundsdóttir, Þórarinsson|Þórarinsdóttir",
        "Ásgeir Bjarki Eyþór Hörður Sölvi Þorri",
        "Ásdís Birna Guðrún Hrefna Sædís Þóra",
    ),
    "NOR": names(
        "Aasen, Bjørge, Dahlström, Fjellstad, Grønli, Håland, Kjærstad, Myhre, Nygård, Øverby, Sørlie, Tveit",
        "Åsmund Bjørnar Eirik Gøran Håvard Jørgen Øyvind Torbjørn",
        "Åse Bodil Guro Ingvild Kjersti Solfrid",
    ),
    "SWE": names(
        "Ahlström, Björkqvist, Ekdahl, Forsgård, Hägglund, Lindåker, Nordlöf, Öberg, Sjödin, Törnqvist, Wåhlin, Åkerman",
        "Anders Björn Göran Håkan Jörgen Måns Örjan Sören",
        "Åsa Elin Görel Märta Tuva Ylva",
    ),
    "FIN": names(
        "Hämäläinen, Jääskeläinen, Kärki, Lehtimäki, Mäntylä, Nykänen, Pöyry, Räsänen, Sillanpää, Tähtinen, Väänänen, Yrjölä",
        "Antti Eetu Heikki Jyrki Olli Pekka Säde Väinö",
        "Aino Helmi Katri Päivi Saara Tyyne",
    ),
    "POR": names(
        "Araújo, Brandão, Conceição, Falcão, Gonçalves Leal, Guimarães, Magalhães, Nóbrega, Pacheco, Queirós, Simões, Vilaça",
        "Afonso Estêvão Fábio João Lourenço Mário Simão Tomé",
        "Beatriz Conceição Inês Leonor Madalena Mafalda",
    ),
    "ITA": names(
        "Bellucci, Cattaneo, D'Amico, De Sanctis, Fabbri, Galli, Lo Presti, Marchetti, Nicolò, Pagani, Rinaldi, Tedeschi",
        "Carlo Daniele Elia Matteo Niccolò Piero Tommaso Umberto",
        "Arianna Chiara Federica Giulia Marta Noemi",
    ),
    "ROU": names(
        "Bălan, Constantinescu, Drăgulescu, Ionașcu, Lăzărescu, Mănescu, Niță, Pârvu, Rădulescu, Ștefănescu, Țurcanu, Văcaru",
        "Andrei Cătălin Dănuț Ionuț Răzvan Ștefan Tiberiu Vlăduț",
        "Anișoara Bianca Ioana Mădălina Ruxandra Ștefania",
    ),
    "TUR": names(
        "Akgün, Bozdağ, Çağlar, Demirtaş, Erdoğmuş, Güneş, Işık, Karakuş, Özkan, Şahinbaş, Tüfekçi, Yıldırım",
        "Barış Çağrı Emre Gökhan İlker Kağan Oğuz Şükrü",
        "Ayşe Çiğdem Gülşah İpek Özge Şebnem",
    ),
    "UKR": names(
        "Andriienko, Bondarchuk, Halushko, Kovalyk, Lysenko, Marchuk, Onyshchenko, Petrenko, Romaniuk, Shulha, Tkachuk",
        "Andrii Bohdan Danylo Ihor Maksym Oleh Taras Yurii",
        "Daryna Iryna Kateryna Olha Solomiia Yaryna",
    ),
    "LTU": names(
        "Balčiūnas|Balčiūnienė, Grigaitis|Grigaitytė, Jankūnas|Jankūnaitė, Kučinskas|Kučinskaitė, Šimkus|Šimkutė, "
        "Vaičiulis|Vaičiulytė, Žukauskas|Žukauskaitė",
        "Algis Džiugas Kęstutis Mindaugas Šarūnas Žygimantas",
        "Aušra Eglė Jūratė Rūta Ugnė Živilė",
    ),
    "LAT": names(
        "Bērziņš|Bērziņa, Kārkliņš|Kārkliņa, Liepiņš|Liepiņa, Ozoliņš|Ozoliņa, Šteinbergs|Šteinberga, Vītols|Vītola",
        "Artūrs Edgars Jānis Kārlis Mārtiņš Uldis",
        "Agnese Elīna Ieva Kristīne Līga Santa",
    ),
    "CRO": names(
        "Babić, Čavlović, Đurić, Grgić, Jurišić, Kovačević, Lučić, Marušić, Šarić, Tomašić, Vučković, Žanić",
        "Ante Bože Dražen Hrvoje Krešimir Luka Šime Zvonimir",
        "Dubravka Ivana Jasna Ljubica Nikolina Željka",
    ),
    "IRL": names(
        "Ó Briain|Ní Bhriain, Ó Dálaigh|Ní Dhálaigh, Fitzmaurice, Gallagher, Kinsella, Mac Giolla, O'Rourke, Tierney",
        "Cathal Colm Eoghan Fearghal Pádraig Séamus",
        "Aoife Bríd Gráinne Niamh Róisín Sinéad",
    ),
    "IND": names(
        "Bhattacharya, Chandrasekhar, Deshpande, Iyengar, Kulkarni, Mukhopadhyay, Narasimhan, Subramaniam, Venkatesan",
        "Aditya Harish Karthik Pranav Rohan Siddharth Varun Vikram",
        "Ananya Kavitha Meera Nandini Priya Shreya",
    ),
    "BUL": names(
        "Ангелов|Ангелова, Бояджиев|Бояджиева, Вълчев|Вълчева, Грозданов|Грозданова, Драганов|Драганова, Желязков|Желязкова, "
        "Караиванов|Караиванова, Маринов|Маринова, Пенчев|Пенчева, Русев|Русева, Стоилов|Стоилова, Чолаков|Чолакова",
        "Асен Борислав Веселин Димо Живко Крум Любен Огнян Пламен Росен Стефан Явор",
        "Бистра Гергана Десислава Ивайла Невена Ралица Цветелина Яна",
    ),
}

TITLES = (("m", 2500, "GM"), ("m", 2400, "IM"), ("m", 2300, "FM"), ("m", 2200, "CM"))
WOMEN = (("w", 2300, "WGM"), ("w", 2200, "WIM"), ("w", 2100, "WFM"), ("w", 2000, "WCM"))


@dataclass
class Player:
    """One participant: what the file says of them, how strong they play (Elo), and what each round brought."""

    name: str
    sex: str
    federation: str
    rating: int  # 0 = unrated
    strength: float
    birth: str
    fide_id: int = 0  # 0 = none
    title: str = ""
    no: int = 0
    cells: list[tuple[int, str, str]] = field(default_factory=list)  # opponent (0 = none), colour, result; ("", "") blank


def pick(rng: random.Random, items: Sequence[T]) -> T:
    """One of the items; by random() alone, whose numbers stay the same in every version of Python."""
    return items[int(rng.random() * len(items))]


def bell(rng: random.Random, mean: float, spread: float) -> float:
    """A normally distributed number."""
    return NormalDist(mean, spread).inv_cdf(min(max(rng.random(), 1e-9), 1 - 1e-9))


def people(
    rng: random.Random, count: int, home: str, *, away: float, mean: float, spread: float, women: float = 0.15
) -> list[Player]:
    """So many players, ``away`` the share from other federations, with ratings around ``mean``, strongest first."""
    taken: set[str] = set()
    made: list[Player] = []
    elsewhere = [federation for federation in NAMES if federation not in (home, "BUL")]
    while len(made) < count:
        federation = pick(rng, elsewhere) if rng.random() < away else home
        sex = "w" if rng.random() < women else "m"
        pool = NAMES[federation]
        surname = pick(rng, pool.surnames).split("|")[-1 if sex == "w" else 0]
        name = f"{surname}, {pick(rng, pool.women if sex == 'w' else pool.men)}"
        rating = round(min(max(bell(rng, mean, spread), 1400), 2585))
        birth = (
            f"{min(max(int(bell(rng, 1987, 14)), 1944), 2012)}/{1 + int(rng.random() * 12):02}/{1 + int(rng.random() * 28):02}"
        )
        if name not in taken:
            taken.add(name)
            made.append(Player(name, sex, federation, rating, rating + bell(rng, 0, 70), birth, title=title(sex, rating)))
    made.sort(key=lambda player: -player.rating)
    return made


def title(sex: str, rating: int) -> str:
    """The title that somebody of this rating may well hold."""
    table = (*WOMEN, *TITLES) if sex == "w" else TITLES
    return next((name for _, least, name in sorted(table, key=lambda row: -row[1]) if rating >= least), "")


def enrol(players: list[Player], first_id: int = 0) -> list[Player]:
    """Start numbers in the order given; FIDE ids from a range that is given to nobody, none where ``first_id`` is 0."""
    for index, player in enumerate(players):
        player.no = index + 1
        player.fide_id = first_id + index * 7 if first_id else 0
    return players
