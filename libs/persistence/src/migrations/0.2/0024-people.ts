import type { Knex } from 'knex';

/**
 * Roles and teams. `scope_id` of a folder is the nearest folder with teams of its own, itself or above; a top-level
 * folder always has them. Top-level templates and releases are scopes of their own. A principal is `user:` with a name
 * in lower case, or `role:` with an id. `access_version` increases with each change of permissions.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users
      add external boolean not null default false,
      -- the groups that the last login brought along, in lower case
      add groups text[] not null default '{}',
      -- how dates look to them, and other settings that clients keep here
      add profile jsonb not null default '{}';
    create unique index users_by_name on users (lower(username));

    create table roles (
      id text primary key,
      name text not null,
      permissions text[] not null default '{}'
    );
    create unique index roles_by_name on roles (lower(name));
    create table role_principals (
      role_id text not null references roles on delete cascade,
      -- the name of a user or a group, in lower case
      principal text not null,
      -- as it was written
      name text not null,
      primary key (role_id, principal)
    );
    create index role_principals_by_principal on role_principals (principal);

    alter table folders add scope_id text not null default 'Applications';
    update folders set scope_id = path[2] where cardinality(path) > 1;
    alter table folders alter scope_id drop default;
    create index folders_by_scope on folders (scope_id);

    create table teams (
      id text primary key,
      -- a folder, or a template or release at the top
      scope_id text not null,
      name text not null,
      permissions text[] not null default '{}',
      position int not null,
      constraint team_name_in_scope unique (scope_id, name)
    );
    create table team_members (
      team_id text not null references teams on delete cascade,
      principal text not null,
      -- as it was written
      name text not null,
      position int not null,
      primary key (team_id, principal)
    );
    create index team_members_by_principal on team_members (principal);

    create table access_version (version bigint not null);
    insert into access_version values (1);
  `);
}
