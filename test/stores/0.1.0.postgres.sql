create table if not exists "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table if not exists "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
create table api_keys (
      id text collate "C" primary key,
      name text collate "C" not null,
      hash text collate "C" not null unique,
      created_at text collate "C" not null,
      revoked_at text collate "C",
      is_admin integer not null default 0,
      audits_per_day integer,
      last_used_at text collate "C"
    );
create unique index api_keys_name_in_use on api_keys (name) where revoked_at is null;
create table sessions (
      hash text collate "C" primary key,
      key_id text collate "C" not null references api_keys (id),
      created_at text collate "C" not null
    );
create index sessions_by_key on sessions (key_id, created_at);
create table audits (
      id text collate "C" primary key,
      domain text collate "C" not null,
      host text collate "C" not null default '',
      kind text collate "C" not null,
      status text collate "C" not null,
      key_id text collate "C" references api_keys (id),
      client text collate "C" not null default '',
      priority integer not null default 0,
      not_before text collate "C" not null default '',
      attempts integer not null default 0,
      requested_at text collate "C" not null,
      started_at text collate "C",
      finished_at text collate "C",
      score integer,
      rubric_version integer,
      verdict text collate "C",
      worst_problem text collate "C",
      report bytea,
      inventory bytea,
      has_snapshot integer not null default 0,
      link_series integer not null default 0
    );
create unlogged table audit_progress (
            audit_id text collate "C" primary key,
            stage text collate "C" not null,
            requests integer not null
          );
create index audits_by_key on audits (key_id, requested_at) where key_id is not null;
create index audits_by_finish on audits (finished_at);
create index audits_live_done on audits (domain, finished_at) where kind = 'live' and status = 'done';
create index audits_live_failed on audits (domain, finished_at) where kind = 'live' and status = 'failed';
create index audits_with_snapshot on audits (finished_at) where has_snapshot = 1;
create index audits_demonstrations on audits (finished_at) where kind = 'demonstration';
create unique index audits_one_unfinished on audits (domain) where finished_at is null;
create index audits_by_client on audits (status, client, priority desc, requested_at, not_before, host) where finished_at is null;
create index audits_of_callers on audits (status, client, requested_at) where finished_at is null and priority >= 2;
create table batches (
      id text collate "C" primary key,
      key_id text collate "C" not null references api_keys (id),
      requested_at text collate "C" not null,
      started_at text collate "C",
      finished_at text collate "C",
      domains integer not null,
      duplicates integer not null,
      unsettled integer not null default 0,
      incoming integer not null default 0
    );
create index batches_by_finish on batches (finished_at);
create index batches_unfinished on batches (key_id) where finished_at is null;
create table batch_domains (
      batch_id text collate "C" not null references batches (id) on delete cascade,
      position integer not null,
      input text collate "C" not null,
      domain text collate "C",
      status text collate "C" not null,
      audit_id text collate "C",
      error text collate "C",
      constraint batch_domains_key primary key (batch_id, position)
    );
create index batch_domains_by_status on batch_domains (batch_id, status, position);
create index batch_domains_by_audit on batch_domains (audit_id);
create table published_domains (
      domain text collate "C" primary key,
      published_at text collate "C" not null,
      key_id text collate "C" references api_keys (id),
      audit_id text collate "C" not null,
      audited_at text collate "C" not null,
      llms_txt text collate "C" not null,
      llms_txt_hash text collate "C" not null,
      next_audit_at text collate "C" not null default '',
      badge_label text collate "C",
      badge_label_color text collate "C",
      badge_color text collate "C"
    );
create index published_domains_by_next_audit on published_domains (next_audit_at);
create index published_domains_by_key on published_domains (key_id);
create table visits (
      id bigserial primary key,
      occurred_at text collate "C" not null,
      domain text collate "C" not null,
      path text collate "C" not null,
      class text collate "C" not null,
      crawler text collate "C",
      vendor text collate "C",
      purpose text collate "C",
      user_agent text collate "C",
      referring_host text collate "C",
      verification text collate "C"
    );
create index visits_by_domain on visits (domain, id);
create table visit_counts (
      domain text collate "C" not null,
      day text collate "C" not null,
      path text collate "C" not null,
      class text collate "C" not null,
      crawler text collate "C" not null,
      vendor text collate "C" not null,
      purpose text collate "C" not null,
      visits bigint not null,
      verified bigint not null default 0,
      spoofed bigint not null default 0,
      constraint visit_counts_key primary key (domain, day, path, class, crawler, vendor, purpose)
    );
create table visit_totals (
      day text collate "C" not null,
      class text collate "C" not null,
      vendor text collate "C" not null,
      visits bigint not null,
      verified bigint not null default 0,
      constraint visit_totals_key primary key (day, class, vendor)
    );
create table path_visits (
      path text collate "C" not null,
      day text collate "C" not null,
      visits bigint not null,
      verified bigint not null default 0,
      constraint path_visits_key primary key (path, day)
    );
create table traffic_counts (
      domain text collate "C" not null,
      day text collate "C" not null,
      path text collate "C" not null,
      class text collate "C" not null,
      crawler text collate "C" not null,
      vendor text collate "C" not null,
      status integer not null,
      verdict text collate "C" not null,
      requests bigint not null,
      bytes bigint not null,
      last_at text collate "C" not null,
      constraint traffic_counts_key primary key (domain, day, path, class, crawler, vendor, status, verdict)
    );
create table traffic_days (
      domain text collate "C" not null,
      day text collate "C" not null,
      ai_requests bigint not null,
      constraint traffic_days_key primary key (domain, day)
    );
create table traffic_paths (
      domain text collate "C" not null,
      path text collate "C" not null,
      fetched_at text collate "C" not null,
      constraint traffic_paths_key primary key (domain, path)
    );
create index traffic_paths_by_fetch on traffic_paths (domain, fetched_at);
create table traffic_sources (
      domain text collate "C" not null,
      name text collate "C" not null,
      next_offset bigint not null,
      format text collate "C" not null,
      header text collate "C" not null,
      is_in_long_line integer not null,
      digest text collate "C" not null,
      used_at text collate "C" not null,
      constraint traffic_sources_key primary key (domain, name)
    );
create index traffic_sources_by_use on traffic_sources (domain, used_at);
create table sites (
      key_id text collate "C" not null references api_keys (id),
      domain text collate "C" not null,
      added_at text collate "C" not null,
      schedule text collate "C" not null default 'off',
      next_audit_at text collate "C" not null default '',
      constraint sites_key primary key (key_id, domain)
    );
create index sites_by_next_audit on sites (next_audit_at) where schedule <> 'off';
create table heartbeats (
      id integer primary key,
      beaten_at text collate "C" not null
    );
create table ip_range_files (
      url text collate "C" primary key,
      etag text collate "C",
      fetched_at text collate "C" not null,
      changed_at text collate "C" not null,
      ranges text collate "C" not null
    );
create table secrets (
      name text collate "C" primary key,
      value text collate "C" not null
    );
insert into kysely_migration (name, timestamp) values ('0001-initial', '2026-11-25T21:16:16.510Z');
insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0);
insert into api_keys (id, name, hash, created_at, revoked_at, is_admin, audits_per_day, last_used_at) values ('key-of-the-agency', 'Agency', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z', 0, null, null);
insert into api_keys (id, name, hash, created_at, revoked_at, is_admin, audits_per_day, last_used_at) values ('key-of-the-shop', 'Shop’s key', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '2026-03-10T12:00:00.000Z', null, 1, 20, null);
insert into sessions (hash, key_id, created_at) values ('cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', 'key-of-the-shop', '2026-03-10T12:00:00.000Z');
insert into audits (id, domain, host, kind, status, key_id, client, priority, not_before, attempts, requested_at, started_at, finished_at, score, rubric_version, verdict, worst_problem, report, inventory, has_snapshot, link_series) values ('00000000-0000-4000-8000-000000000001', 'shop.example', '', 'demonstration', 'done', null, '', 0, '', 0, '2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z', 50, 1, null, null, '\x28b52ffd00587100007b226974223a22697320c3bc227d', null, 0, 0);
insert into audits (id, domain, host, kind, status, key_id, client, priority, not_before, attempts, requested_at, started_at, finished_at, score, rubric_version, verdict, worst_problem, report, inventory, has_snapshot, link_series) values ('00000000-0000-4000-8000-000000000002', 'shop.example', 'shop.example', 'live', 'done', 'key-of-the-shop', '', 2, '', 1, '2026-03-10T12:00:00.000Z', '2026-11-25T21:16:16.727Z', '2026-03-10T12:00:00.000Z', 65, 2, 'middling', null, '\x28b52ffd0058dd0000a07b2274657874223a226974e280997320c3bc227d0100bec98501', '\x28b52ffd00581901007b227061676573223a5b2268747470733a2f2f73686f702e6578616d706c652f225d7d', 1, 0);
insert into audits (id, domain, host, kind, status, key_id, client, priority, not_before, attempts, requested_at, started_at, finished_at, score, rubric_version, verdict, worst_problem, report, inventory, has_snapshot, link_series) values ('00000000-0000-4000-8000-000000000003', 'old.example', 'old.example', 'live', 'failed', null, '', 2, '', 1, '2026-03-10T12:00:00.000Z', '2026-11-25T21:16:16.745Z', '2026-03-10T12:00:00.000Z', 0, 1, null, null, '\x28b52ffd00587100007b226974223a22697320c3bc227d', null, 0, 0);
insert into audits (id, domain, host, kind, status, key_id, client, priority, not_before, attempts, requested_at, started_at, finished_at, score, rubric_version, verdict, worst_problem, report, inventory, has_snapshot, link_series) values ('00000000-0000-4000-8000-000000000004', 'waiting.example', 'waiting.example', 'live', 'queued', 'key-of-the-shop', 'key-of-the-shop', 2, '', 0, '2026-03-10T12:00:00.000Z', null, null, null, null, null, null, null, null, 0, 0);
insert into audit_progress (audit_id, stage, requests) values ('00000000-0000-4000-8000-000000000004', 'home', 3);
insert into batches (id, key_id, requested_at, started_at, finished_at, domains, duplicates, unsettled, incoming) values ('00000000-0000-4000-8000-000000000005', 'key-of-the-shop', '2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z', null, 2, 0, 1, 0);
insert into batch_domains (batch_id, position, input, domain, status, audit_id, error) values ('00000000-0000-4000-8000-000000000005', 0, 'shop.example', 'shop.example', 'done', '00000000-0000-4000-8000-000000000002', null);
insert into batch_domains (batch_id, position, input, domain, status, audit_id, error) values ('00000000-0000-4000-8000-000000000005', 1, 'not a domain', null, 'refused', null, 'It’s no domain.');
insert into published_domains (domain, published_at, key_id, audit_id, audited_at, llms_txt, llms_txt_hash, next_audit_at, badge_label, badge_label_color, badge_color) values ('shop.example', '2026-03-10T12:00:00.000Z', 'key-of-the-shop', '00000000-0000-4000-8000-000000000002', '2026-03-10T12:00:00.000Z', '# Shop

> It’s a shop.
', 'hash', '', 'AI', '#000000', '#0b5d52');
insert into visits (id, occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host, verification) values (1, '2026-03-10T12:00:00.000Z', 'shop.example', '/llms/shop.example.txt', 'ai_bot', 'GPTBot', 'OpenAI', 'training', 'GPTBot/1.3 ''ü'' "{a,b}" \ NULL', null, 'verified');
insert into visits (id, occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host, verification) values (2, '2026-03-10T12:00:00.000Z', 'shop.example', '/llms/shop.example.txt', 'ai_referral', null, null, null, 'Mozilla/5.0', 'chatgpt.com', null);
insert into visit_counts (domain, day, path, class, crawler, vendor, purpose, visits, verified, spoofed) values ('shop.example', '2026-03-10', '/llms/shop.example.txt', 'ai_bot', 'GPTBot', 'OpenAI', 'training', 1, 1, 0);
insert into visit_counts (domain, day, path, class, crawler, vendor, purpose, visits, verified, spoofed) values ('shop.example', '2026-03-10', '/llms/shop.example.txt', 'ai_referral', '', '', '', 1, 0, 0);
insert into visit_totals (day, class, vendor, visits, verified) values ('2026-03-10', 'ai_bot', 'OpenAI', 1, 1);
insert into visit_totals (day, class, vendor, visits, verified) values ('2026-03-10', 'ai_referral', '', 1, 0);
insert into path_visits (path, day, visits, verified) values ('/llms/shop.example.txt', '2026-03-10', 1, 1);
insert into traffic_counts (domain, day, path, class, crawler, vendor, status, verdict, requests, bytes, last_at) values ('shop.example', '2026-03-10', '/', 'ai_bot', 'GPTBot', 'OpenAI', 200, 'verified', 7, 5000000000, '2026-03-10T12:00:00.000Z');
insert into traffic_days (domain, day, ai_requests) values ('shop.example', '2026-03-10', 7);
insert into traffic_paths (domain, path, fetched_at) values ('shop.example', '/', '2026-03-10T12:00:00.000Z');
insert into traffic_sources (domain, name, next_offset, format, header, is_in_long_line, digest, used_at) values ('shop.example', 'source:access.log', 10, 'combined', '', 0, 'd', '2026-03-10T12:00:00.000Z');
insert into sites (key_id, domain, added_at, schedule, next_audit_at) values ('key-of-the-shop', 'other.example', '2026-03-10T12:00:00.000Z', 'off', '');
insert into sites (key_id, domain, added_at, schedule, next_audit_at) values ('key-of-the-shop', 'shop.example', '2026-03-10T12:00:00.000Z', 'weekly', '');
insert into heartbeats (id, beaten_at) values (1, '2026-03-10T12:00:00.000Z');
insert into ip_range_files (url, etag, fetched_at, changed_at, ranges) values ('https://crawler.example/ranges.json', '"v1"', '2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z', '192.0.2.0/24');
insert into secrets (name, value) values ('links', 'secret');
select setval('visits_id_seq', (select max(id) from visits));
