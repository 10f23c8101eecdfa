/** Rows from before a migration, and the expected rows after it. */
export interface MigrationCase {
  readonly migration: string;
  readonly before: readonly string[];
  readonly after: string;
  readonly expected: readonly object[];
}

/** The migrations that added users: permissions, logins, and the audit log. */
export const peopleMigrationCases: readonly MigrationCase[] = [
  {
    migration: '0024-people',
    before: [],
    after: 'select distinct scope_id, version from folders, access_version order by scope_id',
    expected: [
      { scope_id: 'Applications', version: 1 },
      { scope_id: 'FolderA', version: 1 },
    ],
  },
  {
    migration: '0025-login',
    before: [],
    after: `insert into personal_access_tokens (id, username, note, hash) values ('Token1', 'ann', 'build', 'h')
      returning permissions, expires_at, last_used_at`,
    expected: [{ permissions: null, expires_at: null, last_used_at: null }],
  },
  {
    migration: '0026-audit',
    before: [],
    after: `insert into audit (action, username, subject) values ('USER_DELETED', 'admin', 'ann') returning address, count`,
    expected: [{ address: null, count: 1 }],
  },
  {
    migration: '0027-team-data',
    before: [
      `insert into users (username) values ('admin')`,
      `insert into releases (id, folder_id, status, title, flag_status, real_flag_status, tags, auto_start,
          abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
        values ('Release3', 'Applications', 'TEMPLATE', 'T', 'OK', 'OK', '{}', false, false, 0, 0, '{}', '[]', '{"author":
          "ann", "teams": [{"id": "Team1", "teamName": "Release Admin", "members": ["ADMIN", "gone", "ann"],
          "roles": ["none"], "permissions": ["release#view", "release#fly"]}, {"teamName": "Mine"}, {"teamName": "Mine"}]}')`,
    ],
    after: `select t.scope_id, t.name, cardinality(t.permissions) as permissions,
        (select string_agg(m.principal, ' ' order by m.position) from team_members m where m.team_id = t.id) as members,
        (select passive from releases where id = t.scope_id) as passive
      from teams t where t.id ~ '^Team[0-9a-f]{32}$' order by scope_id, position`,
    expected: [
      { scope_id: 'FolderA', name: 'Template Owner', permissions: 12, members: 'user:admin', passive: null },
      { scope_id: 'FolderA', name: 'Folder Owner', permissions: 13, members: 'user:admin', passive: null },
      { scope_id: 'FolderA', name: 'Release Admin', permissions: 26, members: 'user:admin', passive: null },
      ...[
        { name: 'Template Owner', permissions: 12, members: 'user:admin' },
        { name: 'Folder Owner', permissions: 13, members: 'user:admin' },
        { name: 'Release Admin', permissions: 1, members: 'user:admin user:ann' },
        { name: 'Mine', permissions: 0, members: null },
      ].map((team) => ({ scope_id: 'Release3', ...team, passive: { author: 'ann' } })),
    ],
  },
  {
    migration: '0029-owners',
    before: [],
    after: `select count(*) from pg_indexes where indexname = 'releases_by_owner' and indexdef like '%lower(owner)%'`,
    expected: [{ count: 1 }],
  },
  {
    migration: '0030-unasked-creation',
    before: [
      `insert into releases (id, archived, folder_id, status, title, flag_status, real_flag_status, tags, auto_start,
        abort_on_failure, risk_score, total_risk_score, rest, variables, passive)
        select id, archived, 'Applications', status, id, 'OK', 'OK', '{}', false, false, 0, 0, rest, '[]', '{}'
        from (values ('ReleaseOld', false, 'IN_PROGRESS', '{}'::jsonb),
          ('ReleaseOldAs', false, 'IN_PROGRESS', '{"scriptUsername": "bob"}'),
          ('ReleaseOldEnded', false, 'COMPLETED', '{}'), ('ReleaseOldTemplate', false, 'TEMPLATE', '{}'))
          as old (id, archived, status, rest)`,
    ],
    after: `select release_id from unasked_creators where release_id like 'ReleaseOld%'`,
    expected: [{ release_id: 'ReleaseOld' }],
  },
  {
    migration: '0031-authors',
    before: [
      `insert into tasks (id, release_id, phase_id, position, type, title, status, flag_status, passive)
        values ('TaskGate', 'ReleaseOld', 'PhaseOld', 0, 'GateTask', 'g', 'PLANNED', 'OK', '{}')`,
      `insert into activities (release_id, activity_type, target_type, target_id, message, username, event_time)
        select 'ReleaseOld', type, '', target, '', username, now() from (values
          ('RELEASE_CREATED_FROM_TEMPLATE', 'ReleaseOld', 'ann'), ('RELEASE_STARTED', 'ReleaseOld', 'bob'),
          ('TASK_CREATED', 'TaskGate', 'cyd'), ('TASK_UPDATED', 'TaskGate', 'dan'), ('RELEASE_UPDATED', 'ReleaseOld', 'eve'),
          ('RELEASE_UPDATED', 'ReleaseOld', 'SYSTEM'), ('TASK_STARTED', 'TaskGate', 'fay')) as line (type, target, username)`,
    ],
    after: `select r.rest -> 'authorship' as release, t.run -> 'signing' as gate
      from releases r join tasks t on t.release_id = r.id where t.id = 'TaskGate'`,
    expected: [
      {
        release: { createdBy: 'ann', startedBy: 'bob', changedBy: 'eve', revision: 1 },
        gate: { createdBy: 'cyd', changedBy: 'dan', revision: 1, verdicts: [] },
      },
    ],
  },
  {
    migration: '0032-people-rest',
    before: [
      `insert into users (username, external) values ('Ldap', true), ('oidc', true), ('both', true), ('silent', true)`,
      `insert into audit (action, username, subject) values ('LOGIN_SUCCEEDED', 'ldap', 'password'),
        ('LOGIN_SUCCEEDED', 'oidc', 'provider'), ('LOGIN_SUCCEEDED', 'both', 'password'),
        ('LOGIN_SUCCEEDED', 'both', 'provider'), ('LOGIN_SUCCEEDED', 'ann', 'password'), ('LOGIN_FAILED', 'silent', 'password')`,
    ],
    after: `with made as (insert into users (username) values ('new') returning username, source, account, password_of_other)
      select username, source, account is null as unnamed, password_of_other, groups_as_of from users
        where external or username = 'ann'
      union all select username, source, account is null, password_of_other, null from made order by username`,
    expected: [
      ['Ldap', 'ldap', true],
      ['ann', null, true],
      ['both', null, true],
      ['new', null, false],
      ['oidc', 'oidc', true],
      ['silent', null, true],
    ].map(([username, source, unnamed]) => ({
      username,
      source,
      unnamed,
      password_of_other: false,
      groups_as_of: null,
    })),
  },
  {
    migration: '0033-attachments',
    before: [
      `insert into tasks (id, release_id, phase_id, position, type, title, status, flag_status, passive)
        values ('TaskFiles', 'ReleaseOld', 'PhaseOld', 1, 'Task', 'f', 'PLANNED', 'OK',
          '{"attachments": [{"id": "Attachment1", "content": "2"}]}')`,
    ],
    after: `select attachment_keys(passive) as keys, copied_passive('{"tags": []}', passive) #- '{attachments,0,id}' as copy
      from tasks where passive ? 'attachments' and attachment_keys(passive) @> '{2}'`,
    expected: [{ keys: ['Attachment1', '2'], copy: { tags: [], attachments: [{ content: '2' }] } }],
  },
  {
    migration: '0034-risk',
    before: [
      `update releases set risk_score = 90 where id = 'ReleaseOldAs'`,
      `update releases set rest = rest || '{"riskProfile": "Configuration/riskProfiles/Own"}' where id = 'ReleaseOld'`,
    ],
    after: `select id, risk_key, risk_version, (select version from risk_settings) as settings from releases
      where id like 'ReleaseOld%' and risk_key is not null order by id`,
    expected: ['ReleaseOld', 'ReleaseOldAs'].map((id) => ({
      id,
      risk_key: 'riskprofiledefault',
      risk_version: -1,
      settings: 1,
    })),
  },
  {
    migration: '0036-as-code',
    before: [],
    after: `insert into kept_code (folder_id, kind, title, body) values ('FolderA', 'dashboard', 'Wall', '{}')
      returning folder_id, kind, title, body`,
    expected: [{ folder_id: 'FolderA', kind: 'dashboard', title: 'Wall', body: {} }],
  },
  {
    migration: '0038-trigger-authors',
    before: [],
    after: 'select author from triggers',
    expected: [{ author: null }],
  },
  {
    migration: '0039-sight',
    before: [],
    after: `select count(*) from pg_indexes
      where indexname like 'archived_releases_by_%_seen' or indexname = 'folders_by_scope' and indexdef like '%INCLUDE (id)%'`,
    expected: [{ count: 4 }],
  },
  {
    migration: '0044-secrets',
    before: [`update key_check set sealed = 'v1.0a1b2c3d.iv.text.tag'`],
    after: 'select id, sealed from seal_keys',
    expected: [{ id: '0a1b2c3d', sealed: 'v1.0a1b2c3d.iv.text.tag' }],
  },
];
