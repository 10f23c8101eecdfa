import type { Knex } from 'knex';

/**
 * What tells logins of one name apart: by which login elsewhere an account is kept, as of when its groups are, which
 * account of a name it is, and what of it somebody else has set. Accounts that a login elsewhere has made learn from the
 * audit log which one that was, where it names one only; the others are of whoever logs in first.
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
