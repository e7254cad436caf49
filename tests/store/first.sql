BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE board (
	event_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	white INTEGER NOT NULL, 
	black INTEGER NOT NULL, 
	white_result VARCHAR(1) DEFAULT '*' NOT NULL, 
	black_result VARCHAR(1) DEFAULT '*' NOT NULL, 
	colours BOOLEAN DEFAULT 1 NOT NULL, 
	version INTEGER DEFAULT '0' NOT NULL, 
	stored_by INTEGER, 
	stored_at VARCHAR(32) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_board PRIMARY KEY (event_id, round, board), 
	CONSTRAINT ck_board_sides CHECK (white <> black), 
	CONSTRAINT fk_board_black FOREIGN KEY(event_id, black) REFERENCES entry (event_id, no), 
	CONSTRAINT fk_board_event_id_round FOREIGN KEY(event_id, round) REFERENCES round (event_id, round), 
	CONSTRAINT fk_board_white FOREIGN KEY(event_id, white) REFERENCES entry (event_id, no), 
	CONSTRAINT fk_board_stored_by_person FOREIGN KEY(stored_by) REFERENCES person (id), 
	CONSTRAINT uq_board_black UNIQUE (event_id, round, black), 
	CONSTRAINT uq_board_white UNIQUE (event_id, round, white)
);
INSERT INTO "board" VALUES(1,1,1,1,2,'=','=',1,1,1,'2026-05-01T12:00:00Z');
INSERT INTO "board" VALUES(1,1,2,4,3,'=','=',1,0,NULL,'');
INSERT INTO "board" VALUES(1,2,1,3,1,'0','1',1,0,NULL,'');
INSERT INTO "board" VALUES(1,2,2,2,4,'1','0',1,0,NULL,'');
INSERT INTO "board" VALUES(1,3,1,1,4,'=','=',1,0,NULL,'');
INSERT INTO "board" VALUES(1,3,2,3,2,'=','=',1,0,NULL,'');
INSERT INTO "board" VALUES(2,1,1,2,1,'1','0',1,0,NULL,'');
CREATE TABLE bye (
	event_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	no INTEGER NOT NULL, 
	type VARCHAR(1) NOT NULL, 
	CONSTRAINT pk_bye PRIMARY KEY (event_id, round, no), 
	CONSTRAINT ck_bye_type CHECK (type in ('F', 'H', 'Z', 'U', '+', '-')), 
	CONSTRAINT fk_bye_event_id_entry FOREIGN KEY(event_id, no) REFERENCES entry (event_id, no)
);
CREATE TABLE club (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	public BOOLEAN NOT NULL, 
	revision INTEGER DEFAULT '0' NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_club PRIMARY KEY (id)
);
INSERT INTO "club" VALUES(1,'First',1,10,'2026-05-01T12:00:00Z');
CREATE TABLE draft (
	event_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	result VARCHAR(3) NOT NULL, 
	version INTEGER NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_draft PRIMARY KEY (event_id, round, board, person_id), 
	CONSTRAINT fk_draft_event_id_board FOREIGN KEY(event_id, round, board) REFERENCES board (event_id, round, board) ON DELETE CASCADE, 
	CONSTRAINT fk_draft_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE TABLE entry (
	event_id INTEGER NOT NULL, 
	no INTEGER NOT NULL, 
	member_id INTEGER, 
	team_no INTEGER, 
	name VARCHAR(200) NOT NULL, 
	sex VARCHAR(1) DEFAULT '' NOT NULL, 
	title VARCHAR(10) DEFAULT '' NOT NULL, 
	federation VARCHAR(3) DEFAULT '' NOT NULL, 
	fide_id VARCHAR(12) DEFAULT '' NOT NULL, 
	birth VARCHAR(10) DEFAULT '' NOT NULL, 
	rating FLOAT, 
	first_round INTEGER DEFAULT '1' NOT NULL, 
	withdrawn_after INTEGER, 
	extra JSON NOT NULL, 
	CONSTRAINT pk_entry PRIMARY KEY (event_id, no), 
	CONSTRAINT fk_entry_event_id_event FOREIGN KEY(event_id) REFERENCES event (id), 
	CONSTRAINT fk_entry_member_id_member FOREIGN KEY(member_id) REFERENCES member (id), 
	CONSTRAINT uq_entry_event_id UNIQUE (event_id, member_id)
);
INSERT INTO "entry" VALUES(1,1,1,NULL,'Anders, Ada','','','','','',2000.0,1,NULL,'{}');
INSERT INTO "entry" VALUES(1,2,2,NULL,'Berg, Bo','','','','','',1800.0,1,NULL,'{}');
INSERT INTO "entry" VALUES(1,3,3,NULL,'Cole, Cy','','','','','',1800.0,1,NULL,'{}');
INSERT INTO "entry" VALUES(1,4,4,NULL,'Dahl, Di','','','','','',1600.0,1,NULL,'{}');
INSERT INTO "entry" VALUES(2,1,1,NULL,'Anders, Ada','','','','','',2000.0,1,NULL,'{}');
INSERT INTO "entry" VALUES(2,2,3,NULL,'Cole, Cy','','','','','',1800.0,1,NULL,'{}');
CREATE TABLE event (
	id INTEGER NOT NULL, 
	"key" VARCHAR(80) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	control VARCHAR(10) NOT NULL, 
	system VARCHAR(20) NOT NULL, 
	start VARCHAR(10) DEFAULT '' NOT NULL, 
	ended VARCHAR(10) DEFAULT '' NOT NULL, 
	planned INTEGER NOT NULL, 
	tie_breaks VARCHAR(400) DEFAULT '' NOT NULL, 
	scoring JSON NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	finished_as INTEGER, 
	rated BOOLEAN NOT NULL, 
	creator_id INTEGER, 
	revision INTEGER DEFAULT '0' NOT NULL, 
	extra JSON NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (id), 
	CONSTRAINT ck_event_control CHECK (control in ('standard', 'rapid', 'blitz')), 
	CONSTRAINT ck_event_kind CHECK (kind in ('club', 'single')), 
	CONSTRAINT ck_event_state CHECK (state in ('running', 'finished')), 
	CONSTRAINT ck_event_planned CHECK (planned between 1 and 99), 
	CONSTRAINT fk_event_creator_id_person FOREIGN KEY(creator_id) REFERENCES person (id), 
	CONSTRAINT uq_event_finished_as UNIQUE (finished_as), 
	CONSTRAINT uq_event_key UNIQUE ("key")
);
INSERT INTO "event" VALUES(1,'first-cup','First Cup','club','standard','swiss','2026-05-01','2026-01-10',3,'','{"win": 1.0, "draw": 0.5, "loss": 0.0, "absence": null, "pab": null, "pending": 0.0}','finished',1,1,1,4,'{"info": {"players": 4, "type": "Individual: Swiss-System"}, "columns": {}, "records": [], "abnormal": [], "teams": null}','2026-05-01T12:00:00Z');
INSERT INTO "event" VALUES(2,'second-cup','Second Cup','club','standard','swiss','2026-05-01','2026-03-01',1,'','{"win": 1.0, "draw": 0.5, "loss": 0.0, "absence": null, "pab": null, "pending": 0.0}','finished',2,1,1,3,'{"info": {"players": 2, "type": "Individual: Swiss-System"}, "columns": {}, "records": [], "abnormal": [], "teams": null}','2026-05-01T12:00:00Z');
CREATE TABLE final_table (
	event_id INTEGER NOT NULL, 
	edition INTEGER NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	codes JSON NOT NULL, 
	rows JSON NOT NULL, 
	rules JSON NOT NULL, 
	CONSTRAINT pk_final_table PRIMARY KEY (event_id, edition), 
	CONSTRAINT fk_final_table_event_id_event FOREIGN KEY(event_id) REFERENCES event (id)
);
INSERT INTO "final_table" VALUES(1,1,'2026-05-01T12:00:00Z','["PTS", "BH/C1", "BH", "SB", "DE", "WIN"]','[[1, 1, 2.5, 2.5, 3.5, 3.0, 0.0, 2.0], [2, 2, 1.5, 3.5, 4.5, 1.5, 0.0, 1.0], [4, 3, 1.0, 4.0, 5.0, 1.75, 0.0, 0.0], [3, 4, 1.0, 4.0, 5.0, 1.25, 0.0, 0.0]]','{"edition": "2026", "system": "swiss"}');
INSERT INTO "final_table" VALUES(2,1,'2026-05-01T12:00:00Z','["PTS", "BH/C1", "BH", "SB", "DE", "WIN"]','[[2, 1, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0], [1, 2, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]]','{"edition": "2026", "system": "swiss"}');
INSERT INTO "final_table" VALUES(1,2,'2026-05-01T12:00:00Z','["PTS", "BH/C1", "BH", "SB", "DE", "WIN"]','[[1, 1, 2.0, 3.0, 4.0, 2.5, 0.0, 1.0], [2, 1, 2.0, 3.0, 4.0, 2.5, 0.0, 1.0], [3, 3, 1.0, 4.0, 5.0, 1.5, 0.0, 0.0], [4, 3, 1.0, 4.0, 5.0, 1.5, 0.0, 0.0]]','{"edition": "2026", "system": "swiss"}');
CREATE TABLE initial_rating (
	member_id INTEGER NOT NULL, 
	control VARCHAR(10) NOT NULL, 
	rating INTEGER NOT NULL, 
	CONSTRAINT pk_initial_rating PRIMARY KEY (member_id, control), 
	CONSTRAINT ck_initial_rating_control CHECK (control in ('standard', 'rapid', 'blitz')), 
	CONSTRAINT ck_initial_rating_rating CHECK (rating between 100 and 3500), 
	CONSTRAINT fk_initial_rating_member_id_member FOREIGN KEY(member_id) REFERENCES member (id)
);
INSERT INTO "initial_rating" VALUES(1,'standard',2000);
INSERT INTO "initial_rating" VALUES(1,'rapid',1900);
INSERT INTO "initial_rating" VALUES(2,'standard',1800);
INSERT INTO "initial_rating" VALUES(3,'standard',1800);
INSERT INTO "initial_rating" VALUES(4,'standard',1600);
INSERT INTO "initial_rating" VALUES(5,'standard',1500);
CREATE TABLE log (
	id INTEGER NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	person_id INTEGER, 
	event_id INTEGER, 
	what VARCHAR(40) NOT NULL, 
	place VARCHAR(80) DEFAULT '' NOT NULL, 
	"before" TEXT DEFAULT '' NOT NULL, 
	"after" TEXT DEFAULT '' NOT NULL, 
	reason VARCHAR(400) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (id), 
	CONSTRAINT fk_log_event_id_event FOREIGN KEY(event_id) REFERENCES event (id), 
	CONSTRAINT fk_log_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "log" VALUES(1,'2026-05-01T12:00:00Z',1,NULL,'member_added','member 1','','Anders, Ada','');
INSERT INTO "log" VALUES(2,'2026-05-01T12:00:00Z',1,NULL,'initial_rating','member 1, standard','','2000','');
INSERT INTO "log" VALUES(3,'2026-05-01T12:00:00Z',1,NULL,'initial_rating','member 1, rapid','','1900','');
INSERT INTO "log" VALUES(4,'2026-05-01T12:00:00Z',1,NULL,'member_added','member 2','','Berg, Bo','');
INSERT INTO "log" VALUES(5,'2026-05-01T12:00:00Z',1,NULL,'initial_rating','member 2, standard','','1800','');
INSERT INTO "log" VALUES(6,'2026-05-01T12:00:00Z',1,NULL,'member_added','member 3','','Cole, Cy','');
INSERT INTO "log" VALUES(7,'2026-05-01T12:00:00Z',1,NULL,'initial_rating','member 3, standard','','1800','');
INSERT INTO "log" VALUES(8,'2026-05-01T12:00:00Z',1,NULL,'member_added','member 4','','Dahl, Di','');
INSERT INTO "log" VALUES(9,'2026-05-01T12:00:00Z',1,NULL,'initial_rating','member 4, standard','','1600','');
INSERT INTO "log" VALUES(10,'2026-05-01T12:00:00Z',1,NULL,'member_added','member 5','','Ek, Eva','');
INSERT INTO "log" VALUES(11,'2026-05-01T12:00:00Z',1,NULL,'initial_rating','member 5, standard','','1500','');
INSERT INTO "log" VALUES(12,'2026-05-01T12:00:00Z',1,1,'event_imported','','','First Cup','');
INSERT INTO "log" VALUES(13,'2026-05-01T12:00:00Z',1,1,'finished','','','2026-01-10','');
INSERT INTO "log" VALUES(14,'2026-05-01T12:00:00Z',1,2,'event_imported','','','Second Cup','');
INSERT INTO "log" VALUES(15,'2026-05-01T12:00:00Z',1,2,'finished','','','2026-03-01','');
INSERT INTO "log" VALUES(16,'2026-05-01T12:00:00Z',1,1,'corrected','round 1, board 1','10','==','both score sheets say a draw');
CREATE TABLE member (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	sex VARCHAR(1) DEFAULT '' NOT NULL, 
	title VARCHAR(10) DEFAULT '' NOT NULL, 
	federation VARCHAR(3) DEFAULT '' NOT NULL, 
	fide_id VARCHAR(12), 
	birth VARCHAR(10) DEFAULT '' NOT NULL, 
	active BOOLEAN NOT NULL, 
	created VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_member PRIMARY KEY (id), 
	CONSTRAINT uq_member_fide_id UNIQUE (fide_id)
);
INSERT INTO "member" VALUES(1,'Anders, Ada','','WFM','',NULL,'',1,'2026-05-01T12:00:00Z');
INSERT INTO "member" VALUES(2,'Berg, Bo','','','',NULL,'',1,'2026-05-01T12:00:00Z');
INSERT INTO "member" VALUES(3,'Cole, Cy','','','',NULL,'',1,'2026-05-01T12:00:00Z');
INSERT INTO "member" VALUES(4,'Dahl, Di','','','',NULL,'',1,'2026-05-01T12:00:00Z');
INSERT INTO "member" VALUES(5,'Ek, Eva','','','',NULL,'',0,'2026-05-01T12:00:00Z');
CREATE TABLE person (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	identity VARCHAR(400) NOT NULL, 
	role VARCHAR(20), 
	created VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (id), 
	CONSTRAINT ck_person_role CHECK (role in ('owner', 'administrator', 'arbiter')), 
	CONSTRAINT uq_person_identity UNIQUE (identity)
);
INSERT INTO "person" VALUES(1,'Owner','local','owner','2026-05-01T12:00:00Z');
CREATE TABLE rating (
	event_id INTEGER NOT NULL, 
	member_id INTEGER NOT NULL, 
	edition INTEGER NOT NULL, 
	current BOOLEAN DEFAULT 0 NOT NULL, 
	"before" INTEGER NOT NULL, 
	k INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	points FLOAT NOT NULL, 
	expected FLOAT NOT NULL, 
	change INTEGER NOT NULL, 
	"after" INTEGER NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (event_id, member_id, edition), 
	CONSTRAINT fk_rating_event_id_event FOREIGN KEY(event_id) REFERENCES event (id), 
	CONSTRAINT fk_rating_member_id_member FOREIGN KEY(member_id) REFERENCES member (id)
);
INSERT INTO "rating" VALUES(1,1,1,0,2000,40,3,2.5,2.44,2,2002);
INSERT INTO "rating" VALUES(1,2,1,0,1800,40,3,1.5,1.5,0,1800);
INSERT INTO "rating" VALUES(1,3,1,1,1800,40,3,1.0,1.5,-20,1780);
INSERT INTO "rating" VALUES(1,4,1,1,1600,40,3,1.0,0.56,18,1618);
INSERT INTO "rating" VALUES(2,1,1,0,2002,40,1,0.0,0.78,-31,1971);
INSERT INTO "rating" VALUES(2,3,1,0,1780,40,1,1.0,0.22,31,1811);
INSERT INTO "rating" VALUES(1,1,2,1,2000,40,3,2.0,2.44,-18,1982);
INSERT INTO "rating" VALUES(1,2,2,1,1800,40,3,2.0,1.5,20,1820);
INSERT INTO "rating" VALUES(2,1,2,1,1982,40,1,0.0,0.76,-30,1952);
INSERT INTO "rating" VALUES(2,3,2,1,1780,40,1,1.0,0.24,30,1810);
CREATE TABLE round (
	event_id INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	published BOOLEAN NOT NULL, 
	system VARCHAR(60) DEFAULT '' NOT NULL, 
	date VARCHAR(10) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_round PRIMARY KEY (event_id, round), 
	CONSTRAINT fk_round_event_id_event FOREIGN KEY(event_id) REFERENCES event (id)
);
INSERT INTO "round" VALUES(1,1,1,'','');
INSERT INTO "round" VALUES(1,2,1,'','');
INSERT INTO "round" VALUES(1,3,1,'','');
INSERT INTO "round" VALUES(2,1,1,'','');
CREATE TABLE team (
	event_id INTEGER NOT NULL, 
	no INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_team PRIMARY KEY (event_id, no), 
	CONSTRAINT fk_team_event_id_event FOREIGN KEY(event_id) REFERENCES event (id)
);
CREATE INDEX ix_log_event ON log (event_id, id);
CREATE INDEX ix_rating_member ON rating (member_id, current);
COMMIT;
