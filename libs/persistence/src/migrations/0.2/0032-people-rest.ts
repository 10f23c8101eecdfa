import type { Knex } from 'knex';

/**
 * Distinguishes external logins of one name: the source of an account, the time of its groups, its id, and whether
 * another user set its password. The source of an existing external account comes from the audit log, if that names
 * only one. Otherwise, the first login decides.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users
      -- of an account that is kept elsewhere, 'ldap' or 'oidc'; null: not known yet
      add source text,
      -- when the provider said so; null: not said with a time
      add groups_as_of timestamptz,
      -- tells the account from another one of that name; null: it was there before there were such
      add account text,
      -- the password was set by somebody else, who had not the permission to everything
      add password_of_other boolean not null default false;
    alter table users alter account set default gen_random_uuid()::text;
    alter table personal_access_tokens
      -- the same of the token, or it was made under such a password
      add of_other boolean not null default false;

    with told as (
      select lower(username) as name, min(subject) as by from audit
      where action = 'LOGIN_SUCCEEDED' and subject in ('password', 'provider')
      group by lower(username) having count(distinct subject) = 1
    )
    update users set source = case told.by when 'provider' then 'oidc' else 'ldap' end
    from told where external and lower(users.username) = told.name;
  `);
}
