import type { Knex } from 'knex';

/** The months that the ledger has partitions for at first. Maintenance adds the later ones, and drops expired ones. */
const firstMonths = 'select add_notification_months();';

/** Months are in UTC. Only one process changes partitions at a time, and no other one waits long. */
const monthFunctions = `
  create function add_notification_months() returns void language plpgsql set lock_timeout = '2s' as $$
  declare
    month timestamp := date_trunc('month', now() at time zone 'UTC');
    part text;
  begin
    perform pg_advisory_xact_lock(5516067);
    for ahead in 0..2 loop
      part := 'notification_deliveries_' || to_char(month, 'YYYY_MM');
      if to_regclass(part) is null then
        execute format('create table %I partition of notification_deliveries for values from (%L) to (%L)', part,
          month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      end if;
      month := month + interval '1 month';
    end loop;
  end $$;

  create function drop_notification_months() returns void language plpgsql set lock_timeout = '2s' as $$
  declare
    part text;
  begin
    perform pg_advisory_xact_lock(5516067);
    for part in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'notification_deliveries'::regclass
        and c.relname ~ '^notification_deliveries_\\d{4}_\\d\\d$'
        and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC'
          < now() - interval '90 days'
    loop
      execute format('drop table %I', part);
    end loop;
  end $$;
`;
/**
 * Events, their rules, and the ledger of their deliveries. The statement that saves a change also writes its events;
 * workers create one delivery for each recipient and channel.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table events (
      id text primary key default 'Event' || replace(gen_random_uuid()::text, '-', ''),
      type text not null,
      -- a key for which only one event of the type exists; null: each save is a new occasion
      occasion text,
      release_id text,
      folder_id text,
      task_id text,
      version bigint,
      actor text not null,
      at timestamptz not null,
      data jsonb not null,
      -- the users that the event concerned when it occurred
      audience jsonb not null,
      traceparent text,
      -- whether its deliveries are not created yet
      pending boolean not null default true
    );
    create unique index events_by_occasion on events (type, occasion) where occasion is not null;
    create index pending_events on events (at) where pending;
    create index events_by_release on events (release_id, at);
    create index events_by_time on events (at);

    create table event_subscriptions (
      id text primary key,
      -- null: the whole installation
      folder_id text references folders (id) on delete cascade,
      owner text not null,
      kind text not null check (kind in ('webhook', 'slack', 'teams')),
      title text not null,
      -- encrypted
      url text not null,
      secret text,
      previous_secret text,
      previous_secret_until timestamptz,
      types text[] not null,
      filter jsonb not null default '{}',
      enabled boolean not null default true,
      disabled_reason text,
      -- since when all deliveries fail; null: the last one succeeded
      failing_since timestamptz,
      -- the earliest time of the next request, for receivers with a limit of their rate
      next_request_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default now()
    );
    create index event_subscriptions_by_folder on event_subscriptions (folder_id);

    create table notification_deliveries (
      id text not null,
      event_id text not null,
      -- the time of its event, which selects the partition
      created_at timestamptz not null,
      -- the name of a user, or the id of a subscription
      recipient text not null,
      channel text not null check (channel in ('inbox', 'mail', 'slack', 'teams', 'webhook')),
      state text not null check (state in ('pending', 'held', 'sent', 'failed', 'dead', 'obsolete', 'suppressed')),
      -- the level that decided, and the reason why the recipient was selected
      decided_by text not null,
      reason text not null,
      release_id text,
      -- the deliveries of one message have the same id
      message_id text,
      -- whether it waits for the digest of the recipient
      digest boolean not null default false,
      -- when its message was formed
      message_at timestamptz,
      -- the earliest time of the next attempt; during an attempt the end of its lease
      next_at timestamptz,
      attempts integer not null default 0,
      last_status integer,
      last_error text,
      sent_at timestamptz,
      primary key (id, created_at),
      unique (event_id, recipient, channel, created_at)
    ) partition by range (created_at);
    create index due_deliveries on notification_deliveries (next_at) where state in ('pending', 'held');
    create index deliveries_by_group on notification_deliveries (recipient, channel, release_id, created_at);
    create index deliveries_by_time on notification_deliveries (created_at, id);
    create table notification_deliveries_other partition of notification_deliveries default;
    ${monthFunctions}
    ${firstMonths}

    create table notification_attempts (
      id bigint generated always as identity primary key,
      message_id text not null,
      recipient text not null,
      channel text not null,
      at timestamptz not null default now(),
      duration_ms integer not null,
      status integer,
      -- null: accepted
      error text
    );
    create index attempts_by_message on notification_attempts (message_id);
    create index attempts_by_recipient on notification_attempts (recipient, at);
    create index attempts_by_time on notification_attempts (at);

    create table inbox_entries (
      id text primary key,
      -- in lower case
      username text not null,
      event_id text not null,
      reason text not null,
      release_id text,
      -- whether browsers show a notification of it
      browser boolean not null default false,
      at timestamptz not null,
      read_at timestamptz,
      done_at timestamptz,
      saved_at timestamptz,
      unique (event_id, username)
    );
    create index inbox_by_user on inbox_entries (username, at desc, id);
    create index unread_inbox on inbox_entries (username) where read_at is null and done_at is null;
    create index inbox_by_time on inbox_entries (at) where saved_at is null;

    -- the rules and templates of the installation ('Applications') and of folders
    create table notification_rules (
      scope_id text primary key references folders (id) on delete cascade,
      rules jsonb not null default '[]',
      templates jsonb not null default '[]',
      version integer not null default 1
    );

    create table notification_preferences (
      -- in lower case
      username text primary key,
      preferences jsonb not null,
      -- when the user must see a notice instead of mails, because their address rejected three mails
      address_suspended text,
      hard_bounces integer not null default 0,
      version integer not null default 1
    );

    -- releases, folders and tasks that users follow or have muted
    create table followed_objects (
      username text not null,
      object_id text not null,
      mode text not null check (mode in ('follow', 'mute')),
      primary key (username, object_id)
    );
    create index followers on followed_objects (object_id);

    -- to find the members of a group of a directory
    create index users_by_group on users using gin (groups);
  `);
}
