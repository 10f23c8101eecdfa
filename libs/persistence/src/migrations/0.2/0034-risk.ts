import type { Knex } from 'knex';

/**
 * Risk profiles, thresholds, and the history of scores. A release stores the name and version of its profile; an index
 * finds outdated ones. Unfinished releases with a score by the earlier rule, or with a profile of their own, are
 * marked as outdated and recalculated one by one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table risk_settings (
      -- goes up with every change of a profile
      version bigint not null,
      attention_needed_from int not null,
      at_risk_from int not null
    );
    insert into risk_settings values (1, 10, 50);
    create table risk_profiles (
      id text primary key,
      title text not null,
      -- the title as it is looked up, in any letter case
      title_key text not null constraint risk_profile_title unique,
      -- scores as they were written, by the names of assessors
      assessors jsonb not null
    );
    -- by what releases may name a profile that is there or was, and the version in which that last changed
    create table risk_references (key text primary key, version bigint not null);
    insert into risk_references values ('riskprofiledefault', 0);
    alter table releases add risk_key text, add risk_version bigint;
    create index releases_behind_profile on live_releases (risk_key, risk_version) where risk_key is not null;
    update live_releases set risk_key = 'riskprofiledefault', risk_version = -1
      where status not in ('TEMPLATE', 'COMPLETED', 'ABORTED')
        and (risk_score > 0 or rest -> 'riskProfile' is not null);
    create table risk_history (
      seq bigint generated always as identity primary key,
      release_id text not null,
      at timestamptz not null,
      score int not null,
      total_score int not null,
      risk_profile text not null,
      username text not null,
      assessments jsonb not null
    );
    create index risk_history_by_release on risk_history (release_id, seq);
    `);
}
