import type { Knex } from 'knex';

const deployments = `
  alter table insight_deployments
    -- 'release', or another source such as a record of a task
    add column source text not null default 'release',
    -- the folder whose setting names the application
    add column scope_id text,
    add column artifact_id text,
    add column succeeded boolean not null default false,
    add column failed boolean not null default false,
    add column recovered_at timestamptz,
    -- milliseconds
    add column recovery bigint,
    add column lead_time bigint;
  create index insight_deployments_by_end on insight_deployments (ended_at) where is_production;
  create index insight_deployments_by_place on insight_deployments (scope_id, application, environment, ended_at);
  create index insight_deployments_by_creation on insight_deployments (scope_id, application, created_at);
`;

const incidents = `
  alter table insight_incidents
    -- the place of an incident that named no deployment
    add column scope_id text,
    add column application text,
    add column environment text;
  create index insight_incidents_by_place on insight_incidents (scope_id, application, environment);
`;

const state = `
  alter table insight_state
    -- the position of the job that computes all deployments again; null: it has nothing to do
    add column deployments_end timestamptz,
    add column deployments_id text not null default '';
`;

const partOf = (name: string, table: string, text: string) => ({
  ...{ name, tables: [table] },
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(text);
  },
});

/**
 * The results of deployments, and the places to which they belong. A place is an application and an environment under
 * the folder of a setting.
 */
export const parts = [
  partOf('results of deployments', 'insight_deployments', deployments),
  partOf('places of incidents', 'insight_incidents', incidents),
  partOf('position of the job', 'insight_state', state),
];

export async function up(): Promise<void> {}
