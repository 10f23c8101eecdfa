import { describe } from 'vitest';
import { done, json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { password: 'token-of-the-robot' };
const vault = integrationTests('vault', {
  connection: { type: 'vault.Server', token: login.password, namespace: 'team' },
  property: 'vaultServer',
  login,
});

const secret = { mount_point: 'kv', path: 'database', key: 'password' };
const version2 = json({ data: { data: { password: 'p4ss', port: 5432 }, metadata: { version: 3 } } });
const read: Case = {
  ...{ task: 'vault.SecretsV2-ReadSecretVersions', properties: secret, replies: { v2Read: version2 } },
  ...{ reads: ['GET /v1/kv/data/database'], outputs: { value: 'p4ss' } },
  printed: 'Read the key password of database, version 3',
};
const write: Case = {
  ...{ task: 'vault.SecretsV2-CreateSecret', properties: { ...secret, value: 'new-value' } },
  replies: { v2Write: json({ data: { version: 1 } }) },
  changes: ['POST /v1/kv/data/database {"data":{"password":"new-value"}}'],
  printed: 'Stored the secret database',
};
const versions = { ...write, properties: { mount_point: 'kv', path: 'database', version: '1, 2' }, printed: undefined };
const dynamic: Case = {
  task: 'vault.SecretsV1-ReadDynamicSecret',
  properties: { mount_point: 'database', path: '/creds/app' },
  replies: { dynamic: json({ lease_id: 'l1', data: { username: 'v-app', password: 'dyn-pass' } }) },
  outputs: { username: 'v-app', password: 'dyn-pass', leaseId: 'l1' },
  printed: 'Created a login by /creds/app',
};

vault.check({ lookup: json({ data: { display_name: 'robot' } }) });
describe('version 2 of the engine', () => {
  vault.cases({
    'reads a value': read,
    'reads a value of a version, and a value that is not a text': {
      ...{ ...read, properties: { ...secret, key: 'port', version: '2' }, outputs: { value: '5432' } },
      ...{ reads: ['GET /v1/kv/data/database?version=2'], printed: undefined },
    },
    'fails for an unknown key': {
      ...{ ...read, properties: { ...secret, key: 'user' }, outputs: {}, printed: '' },
      error: "Error: the secret database has no key 'user'",
    },
    'refuses a path outside the mount point': {
      ...{ ...read, properties: { ...secret, path: 'a/../../sys' }, outputs: {}, printed: '', reads: [] },
      error: "Error: the path 'a/../../sys' has '..'",
    },
    'stores a secret': write,
    'stores a secret only if it is new': {
      ...{ ...write, properties: { ...secret, value: 'v', cas: true } },
      changes: ['POST /v1/kv/data/database {"options":{"cas":0},"data":{"password":"v"}}'],
    },
    'changes one value': {
      ...{
        ...write,
        task: 'vault.SecretsV2-PatchExistingSecret',
        replies: { v2Patch: json({ data: { version: 2 } }) },
      },
      changes: ['PATCH /v1/kv/data/database {"data":{"password":"new-value"}}'],
      printed: 'Changed the key password of database',
    },
    'deletes versions': {
      ...{ ...versions, task: 'vault.SecretsV2-DeleteVersion', replies: { v2Delete: done() } },
      changes: ['POST /v1/kv/delete/database {"versions":[1,2]}'],
    },
    'restores versions': {
      ...{ ...versions, task: 'vault.SecretsV2-UndeleteVersion', replies: { v2Undelete: done() } },
      changes: ['POST /v1/kv/undelete/database {"versions":[1,2]}'],
    },
    'destroys versions': {
      ...{ ...versions, task: 'vault.SecretsV2-DestroyVersion', replies: { v2Destroy: done() } },
      changes: ['POST /v1/kv/destroy/database {"versions":[1,2]}'],
    },
    'refuses versions that are not numbers': {
      ...{ ...versions, task: 'vault.SecretsV2-DeleteVersion', changes: [] },
      properties: { ...versions.properties, version: '1, x' },
      error: "Error: '1, x' is not a list of versions",
    },
    'deletes a secret with all versions': {
      ...{ ...write, task: 'vault.SecretsV2-DeleteMetaDataAndAllVersions', replies: { v2DeleteAll: done() } },
      ...{ changes: ['DELETE /v1/kv/metadata/database'], printed: 'Deleted the secret database' },
    },
    'configures the engine': {
      ...{ task: 'vault.SecretsV2-Configure', replies: { v2Config: done() } },
      properties: { mount_point: 'kv', max_versions: 5, delete_version_after: '24h' },
      changes: ['POST /v1/kv/config {"max_versions":5,"cas_required":false,"delete_version_after":"24h"}'],
    },
    'enables an engine of version 2': {
      ...{ task: 'vault.SecretsV2-EnableEngine', replies: { enable: done() } },
      properties: { mount_point: 'teams/kv', data: '{"description":"Team"}' },
      changes: ['POST /v1/sys/mounts/teams/kv {"type":"kv","description":"Team","options":{"version":"2"}}'],
      outputs: { output: 'Enabled the engine teams/kv' },
    },
    'enables an engine of version 1 without settings': {
      ...{ task: 'vault.SecretsV1-EnableEngine', replies: { enable: done() } },
      properties: { mount_point: 'kv' },
      changes: ['POST /v1/sys/mounts/kv {"type":"kv","options":{"version":"1"}}'],
      outputs: { output: 'Enabled the engine kv' },
    },
    'refuses settings of an engine that are not a JSON object': {
      ...{ task: 'vault.SecretsV2-EnableEngine', replies: {}, changes: [] },
      properties: { mount_point: 'kv', data: '[]' },
      error: 'Error: data: the value is not a JSON object',
    },
    'changes only the given metadata': {
      ...{ task: 'vault.SecretsV2-UpdateMetadata', replies: { v2UpdateMetadata: done() } },
      properties: { mount_point: 'kv', path: 'database', max_versions: 3, custom_metadata: { owner: 'shop' } },
      changes: ['POST /v1/kv/metadata/database {"max_versions":3,"custom_metadata":{"owner":"shop"}}'],
    },
    'lists secrets': {
      ...{ ...read, task: 'vault.SecretsV2-ListSecrets', properties: { mount_point: 'kv', path: 'apps/' } },
      replies: { v2Metadata: json({ data: { keys: ['a', 'b/'] } }) },
      ...{ reads: ['GET /v1/kv/metadata/apps?list=true'], outputs: { secrets: '["a","b/"]' } },
      printed: 'Found 2 secrets in apps/',
    },
    'returns an empty list for a folder without secrets': {
      ...{ ...read, task: 'vault.SecretsV2-ListSecrets', properties: { mount_point: 'kv', path: 'apps' } },
      replies: { v2Metadata: { status: 404, text: '{"errors":[]}' } },
      ...{ reads: ['GET /v1/kv/metadata/apps?list=true'], outputs: { secrets: '[]' }, printed: undefined },
    },
    'reads metadata': {
      ...{ ...read, task: 'vault.SecretsV2-ReadSecretMetadata', printed: undefined },
      replies: { v2Metadata: json({ data: { current_version: 3 } }) },
      ...{ reads: ['GET /v1/kv/metadata/database'], outputs: { metadata: '{"current_version":3}' } },
    },
  });
  vault.faults({ of: read, reads: ['v2Read'] });
  vault.faults({ of: write, changes: ['v2Write'] });
});
describe('a connection with a role', () => {
  const byRole = integrationTests('vault', {
    connection: { type: 'vault.Server', roleId: 'r1', secretId: 'secret-of-the-role', namespace: 'team' },
    property: 'vaultServer',
    login,
  });
  const approleLogin = json({ auth: { client_token: login.password } });
  byRole.cases({
    'logs in with AppRole': {
      ...{ ...read, replies: { ...read.replies, approleLogin } },
      changes: ['POST /v1/auth/approle/login {"role_id":"r1","secret_id":"secret-of-the-role"}'],
    },
  });
});
describe('version 1 of the engine', () => {
  vault.cases({
    'reads a value': {
      ...{ ...read, task: 'vault.SecretsV1-ReadSecret', replies: { v1Read: json({ data: { password: 'p4ss' } }) } },
      ...{ reads: ['GET /v1/kv/database'], printed: 'Read the key password of database' },
    },
    'stores a secret': {
      ...{ ...write, task: 'vault.SecretsV1-CreateSecret', replies: { v1Write: done() } },
      changes: ['POST /v1/kv/database {"password":"new-value"}'],
    },
    'deletes a secret': {
      ...{ ...write, task: 'vault.SecretsV1-DeleteSecret', replies: { v1Delete: done() } },
      ...{ changes: ['DELETE /v1/kv/database'], printed: 'Deleted the secret database' },
    },
    'lists secrets': {
      ...{ ...read, task: 'vault.SecretsV1-ListSecrets', replies: { v1Read: json({ data: { keys: ['a'] } }) } },
      ...{ reads: ['GET /v1/kv/database?list=true'], outputs: { value: '["a"]' }, printed: undefined },
    },
    'creates a login': dynamic,
    'creates no second login after an unknown result': {
      ...{ ...dynamic, replies: { dynamic: refusal(503, 'sealed') }, outputs: {}, printed: '' },
      reads: ['GET /v1/database/creds/app'],
      error: 'Error: GET /v1/database/creds/app: the server returned 503 Service Unavailable: sealed',
    },
  });
});
