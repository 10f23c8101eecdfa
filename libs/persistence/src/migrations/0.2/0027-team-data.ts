import type { Knex } from 'knex';

/** Permissions that teams can hold, as they are at this step: others that were stored are dropped. */
const knownPermissionsSql = `
  template#view template#edit template#edit_failure_handler template#edit_precondition template#edit_security
  template#edit_triggers template#lock_task template#create_release template#create_release_other_folder
  release#view release#start release#abort release#restart_phase release#edit release#edit_blackout
  release#edit_failure_handler release#edit_precondition release#edit_security release#edit_task
  release#edit_task_attachments release#edit_task_configuration_facet release#edit_task_dates
  release#edit_task_description release#edit_task_flag release#edit_task_input_output_properties
  release#edit_task_script release#edit_task_tags release#lock_task release#reassign_task
  release#reassign_lock_task release#task_transition release#advance_task_transition folder#view folder#edit
  folder#edit_configuration folder#edit_notifications folder#edit_security folder#view_security
  folder#edit_variables folder#view_versions folder#edit_versions folder#apply_changes
  folder#generate_configuration trigger#view_trigger trigger#edit_trigger group#view group#edit
  group_definition#view group_definition#edit dashboard#view dashboard#edit delivery#view delivery#edit
  delivery#edit_tracked_item delivery_pattern#view delivery_pattern#edit app_pipelines#view app_pipelines#edit
  workflow#view_execution workflow#start_execution workflow#abort_execution`;

/** What the teams are for that everything at the top begins with, as they are at this step. */
const ofTemplates = `
  template#view template#edit template#edit_failure_handler template#edit_precondition template#edit_security
  template#edit_triggers template#lock_task template#create_release template#create_release_other_folder
  trigger#view_trigger trigger#edit_trigger folder#view`;
const ofFolders = `
  folder#view folder#edit folder#edit_configuration folder#edit_notifications folder#edit_security
  folder#view_security folder#edit_variables folder#view_versions folder#edit_versions folder#apply_changes
  folder#generate_configuration trigger#view_trigger trigger#edit_trigger`;
const ofReleases = `
  release#view release#start release#abort release#restart_phase release#edit release#edit_blackout
  release#edit_failure_handler release#edit_precondition release#edit_security release#edit_task
  release#edit_task_attachments release#edit_task_configuration_facet release#edit_task_dates
  release#edit_task_description release#edit_task_flag release#edit_task_input_output_properties
  release#edit_task_script release#edit_task_tags release#lock_task release#reassign_task
  release#reassign_lock_task release#task_transition release#advance_task_transition trigger#view_trigger
  trigger#edit_trigger folder#view`;

const list = (names: string): string =>
  `array[${names
    .trim()
    .split(/\s+/)
    .map((name) => `'${name}'`)
    .join()}]`;

const newId = `'Team' || replace(gen_random_uuid()::text, '-', '')`;

/** The teams of something new at the top, for each `scope_id` of `scopes` that has none of that name. */
const addDefaults = (scopes: string, releaseAdmin: string): string => `
  with made as (
    insert into teams (id, scope_id, name, permissions, position)
    select ${newId}, s.scope_id, d.name, d.permissions, d.position
    from (${scopes}) s cross join (values
      ('Template Owner', ${list(ofTemplates)}, 0),
      ('Folder Owner', ${list(ofFolders)}, 1),
      ('Release Admin', ${releaseAdmin}, 2)) d (name, permissions, position)
    on conflict on constraint team_name_in_scope do nothing
    returning id
  )
  insert into team_members (team_id, principal, name, position)
  select made.id, 'user:admin', u.username, 0 from made cross join users u where lower(u.username) = 'admin'
`;

const storedTeams = `
  create temporary table stored_teams on commit drop as
  select ${newId} as id, r.id as scope_id, t.team, t.position
  from (
    select id, passive -> 'teams' as teams from releases
    where folder_id = 'Applications' and jsonb_typeof(passive -> 'teams') = 'array'
  ) r cross join lateral (
    select distinct on (each ->> 'teamName') each as team, position + 2 as position
    from jsonb_array_elements(r.teams) with ordinality as e (each, position)
    where each ->> 'teamName' <> '' order by each ->> 'teamName', position
  ) t
`;

const insertStored = `
  insert into teams (id, scope_id, name, permissions, position)
  select s.id, s.scope_id, s.team ->> 'teamName', coalesce((
      select array_agg(p.permission order by p.position)
      from jsonb_array_elements_text(case jsonb_typeof(s.team -> 'permissions')
        when 'array' then s.team -> 'permissions' else '[]' end) with ordinality as p (permission, position)
      where p.permission = any (${list(knownPermissionsSql)})), '{}'), s.position
  from stored_teams s
`;

/**
 * Stored teams may name unknown users. These get no permission, so that a later user of the name does not inherit it.
 */
const insertMembers = `
  insert into team_members (team_id, principal, name, position)
  select s.id, 'user:' || lower(u.username), u.username, min(m.position)
  from stored_teams s
    cross join jsonb_array_elements_text(case jsonb_typeof(s.team -> 'members')
      when 'array' then s.team -> 'members' else '[]' end) with ordinality as m (name, position)
    join users u on lower(u.username) = lower(m.name)
  group by 1, 2, 3
`;

/**
 * Moves the stored teams of top-level templates and releases to the tables. Adds the missing system teams to them and
 * to top-level folders, with `admin`, the only user with permissions up to now. Teams inside a folder never applied:
 * those of the folder do. Stored teams stay in the rows of releases, which are many, and are no longer read. Templates
 * lose them, so that new releases do not copy them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(storedTeams);
  await knex.raw(insertStored);
  await knex.raw(insertMembers);
  const releaseAdmin = list(ofReleases);
  await knex.raw(addDefaults(`select id as scope_id from folders where parent_id = 'Applications'`, releaseAdmin));
  const plans = `select id as scope_id from releases where folder_id = 'Applications'`;
  await knex.raw(addDefaults(plans, list(`${ofReleases} template#view`)));
  await knex.raw(
    `update releases set passive = passive - 'teams' where status = 'TEMPLATE' and jsonb_exists(passive, 'teams')`,
  );
  await knex.raw('update access_version set version = version + 1');
}
