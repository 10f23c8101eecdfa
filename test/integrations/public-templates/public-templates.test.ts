import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIntegrations, typesOf } from '@slipway/plugins';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../harness/mail/mail-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import type { Release, Task, Variable } from '../../harness/rest/response-types.ts';
import { packZip } from '../../harness/rest/template-files.ts';
import { systemTestTimeoutMs } from '../../harness/test-length.ts';
import { login, type RunningServer, startServers, startWebServer } from './servers.ts';
import { type SshServer, startSshServer } from './ssh-server.ts';

const settings: Record<string, string> = { SCRIPT_HTTP_ALLOW: '127.0.0.1', MAIL_FROM: 'slipway@example.com' };
let mail: MailServer;
// The product starts after the mail server, whose address it needs.
beforeAll(async () => {
  mail = await startMailServer();
  settings.SMTP_URL = `smtp://127.0.0.1:${mail.port}`;
});
const product = serve(settings);
const { rest } = product;

type PluginTask = Task & {
  readonly addresses?: readonly string[];
  readonly pythonScript?: Readonly<Record<string, unknown>> & { readonly type: string };
};

const folder = import.meta.dirname;
const filesIn = (name: string): readonly string[] =>
  readdirSync(join(folder, name))
    .filter((file) => /\.(?:groovy|yaml|json)$/.test(file))
    .map((file) => join(name, file));
/** The templates that cannot run. README.md has the reasons. */
const cannotRun: readonly string[] = [];
const files = [...filesIn('.'), ...filesIn('set-aside')].filter((file) => !cannotRun.includes(file));

let servers: readonly RunningServer[];
let web: Awaited<ReturnType<typeof startWebServer>>;
let ssh: SshServer;
let known: ReadonlySet<string>;
const connections = new Map<string, string>();
beforeAll(async () => {
  [servers, web, ssh] = await Promise.all([startServers(), startWebServer(), startSshServer(login.password)]);
  known = new Set((await readIntegrations()).flatMap(typesOf));
  for (const body of servers.flatMap((server) => server.connections)) {
    const { id, type } = await rest.post<{ id: string; type: string }>('/config', body);
    if (!connections.has(type)) connections.set(type, id);
  }
  for (const title of ['Theater', 'Workshops', 'Maps']) await rest.post('/folders/Applications', { title });
  const globals = { 'global.weather.url': web.url, 'global.weather.user': 'robot' };
  for (const [key, value] of Object.entries(globals))
    await rest.post('/config/Configuration/variables/global', { key, value });
  const secret = { type: 'rel.PasswordStringVariable', key: 'global.weather.password', value: login.password };
  await rest.post('/config/Configuration/variables/global', secret);
  const maps = await rest.get<{ id: string }>('/folders/find?byPath=Maps');
  const variables = [{ type: 'rel.StringVariable', key: 'MANUAL_VERSION', value: '1' }];
  await rest.post(`/templates?folderId=${maps.id}`, {
    title: 'Manual',
    phases: [{ title: 'Write', tasks: [{ title: 'Write' }] }],
    variables,
  });
});
afterAll(async () => {
  await Promise.all([...servers.map(({ standIn }) => standIn.stop()), web.stop(), ssh.stop(), mail.stop()]);
});

/** Returns the text of a template with the addresses and the login of the test servers. */
function textOf(file: string): string {
  const jenkins = servers.find(({ integration }) => integration === 'jenkins')?.standIn.url ?? '';
  return readFileSync(join(folder, file), 'utf8')
    .replace('https://builds.example.com', jenkins)
    .replace('username: stage', `username: ${login.username}\n  password: ${login.password}`)
    .replace('username: reviewer', `username: ${login.username}`)
    .replace(/https?:\/\/[a-z]+\.example\.com/g, web.url)
    .replace(/(address:? '?)[a-z]+\.example\.com/g, '$1127.0.0.1');
}

/** Imports a file. Returns the ids of its templates. */
async function importFile(file: string): Promise<readonly string[]> {
  const text = textOf(file);
  if (file.endsWith('.yaml')) {
    const headers = { 'content-type': 'text/vnd.yaml' };
    const reply = await rest.send('POST', `${product.url()}/devops-as-code/apply`, text, headers);
    if (reply.status !== 200) throw new Error(reply.text);
    const { ids } = JSON.parse(reply.text).changes;
    return ids.find(({ kind }: { kind: string }) => kind === 'Template').created;
  }
  const bytes = file.endsWith('.json') ? Buffer.from(text) : await packZip({ 'Releasefile.groovy': text });
  const name = file.endsWith('.json') ? 'template.json' : 'Releasefile.zip';
  const imported = await rest.post<{ id: string }[]>('/templates/import', fileForm(bytes, { name }));
  return imported.map(({ id }) => id);
}

/** Values that public templates lack, by the type of the task. A user adds them after an import. */
const lacking = (type: string): Readonly<Record<string, unknown>> => {
  if (type === 'jenkins.Build') return { jobName: 'nightly' };
  if (type === 'sonar.checkCompliance') return { resource: 'library' };
  return type === 'remoteScript.Unix' ? ssh.login : {};
};
/** The property with the connection, and the type of the connection, by the namespace of a type. */
const serverOf: Readonly<Record<string, readonly [string, string]>> = {
  jenkins: ['jenkinsServer', 'jenkins.Server'],
  sonar: ['sonarServer', 'sonar.Server'],
  slack: ['server', 'slack.Server'],
  jira: ['jiraServer', 'jira.Server'],
  servicenow: ['servicenowServer', 'servicenow.Server'],
};

const allTasks = (tasks: readonly Task[]): readonly PluginTask[] =>
  tasks.flatMap((task) => [task as PluginTask, ...allTasks(task.tasks ?? [])]);
const tasksOf = ({ phases }: Release): readonly PluginTask[] => phases.flatMap(({ tasks }) => allTasks(tasks));

/** Adds the values and connections that the tasks of a template lack. */
async function addLackingValues(template: Release): Promise<void> {
  for (const task of tasksOf(template)) {
    const { id, title, type, addresses, pythonScript } = task;
    if (type.endsWith('.NotificationTask') && (addresses ?? []).length === 0)
      await rest.put(`/tasks/${id}`, { id, title, type, addresses: ['ann@example.com'] });
    // A task from YAML has the properties of its type as members.
    const properties: Readonly<Record<string, unknown>> = pythonScript ?? { ...task };
    const ownType = pythonScript?.type ?? type;
    const [property, serverType] = serverOf[ownType.split('.')[0] ?? ''] ?? [];
    const hasServer = property === undefined || properties.server !== undefined;
    const found = { ...lacking(ownType), ...(!hasServer && { [property]: connections.get(serverType ?? '') }) };
    const values = Object.fromEntries(Object.entries(found).filter(([name]) => !properties[name]));
    if (Object.keys(values).length === 0) continue;
    const change =
      pythonScript === undefined ? { ...task, ...values } : { pythonScript: { ...pythonScript, ...values } };
    await rest.put(`/tasks/${id}`, { id, title, type, ...change });
  }
}

/** Starts a release, with a value for each variable that requires one. */
async function start(templateId: string): Promise<string> {
  const template = await rest.get<Release>(`/templates/${templateId}`);
  await addLackingValues(template);
  type Input = Variable & { readonly requiresValue: boolean; readonly showOnReleaseStart: boolean };
  const inputs = (template.variables as readonly Input[]).filter(
    ({ requiresValue, showOnReleaseStart, value }) => requiresValue && showOnReleaseStart && !value,
  );
  const isSecret = (type: string): boolean => type.includes('Password');
  const variables = Object.fromEntries(inputs.map(({ key, type }) => [key, isSecret(type) ? login.password : '1.0.0']));
  if (tasksOf(template).some(({ type }) => type.endsWith('.CreateReleaseTask'))) {
    const user = { scriptUsername: 'admin', scriptUserPassword: 'admin' };
    await rest.put(`/templates/${templateId}`, {
      id: template.id,
      type: template.type,
      title: template.title,
      ...user,
    });
  }
  const body = { releaseTitle: template.title, variables };
  return (await rest.post<Release>(`/templates/${templateId}/start`, body)).id;
}

/** Whether only a user can complete the task. Tasks of unknown types are manual. */
function isManual({ type, pythonScript }: PluginTask): boolean {
  const own = pythonScript?.type ?? type;
  if (/^(?:rel|xlrelease)\./.test(own)) return /\.(?:Task|GateTask|UserInputTask|ExternalScriptTask)$/.test(own);
  return !known.has(own);
}

/** Enters a value for each text variable without one, which a manual task has not set. */
async function enterValues({ variables }: Release): Promise<void> {
  for (const variable of variables.filter(({ type, value }) => /StringVariable$/.test(type) && !value))
    if (!/Map|List|Set/.test(variable.type)) await rest.put(`/releases/${variable.id}`, { ...variable, value: '1' });
}

interface Progress {
  /** the result of the release; null if it has not ended */
  readonly result: string | null;
  /** the statuses of its tasks */
  readonly state: string;
}

/** Completes the manual tasks of a release, and returns its progress before that. */
async function advance(id: string): Promise<Progress> {
  const release = await rest.get<Release>(`/releases/${id}`);
  const tasks = tasksOf(release);
  const state = tasks.map(({ title, status }) => `${title}: ${status}`).join(', ');
  if (release.status === 'COMPLETED') return { result: release.status, state };
  if (release.status === 'FAILED') {
    const failed = tasks.filter(({ status }) => status === 'FAILED');
    const reasons = failed.map(({ title, comments }) => `${title}: ${comments.at(-1)?.text}`);
    return { result: ['FAILED', ...reasons].join('; '), state };
  }
  if (tasks.some(({ status }) => status === 'WAITING_FOR_INPUT')) await enterValues(release);
  for (const task of tasks.filter((entry) => entry.status === 'IN_PROGRESS' && isManual(entry))) {
    for (const condition of task.conditions ?? []) await rest.post(`/tasks/${condition.id}`, { checked: true });
    await rest.post(`/tasks/${task.id}/complete`);
  }
  return { result: null, state };
}

/** Runs releases to their ends, and returns their results by file. A release without any progress ends the wait. */
async function runAll(releases: ReadonlyMap<string, string>): Promise<Readonly<Record<string, string>>> {
  const results: Record<string, string> = {};
  const open = new Map(releases);
  const advanceAll = async (): Promise<string> => {
    const states: string[] = [];
    for (const [id, file] of open) {
      const { result, state } = await advance(id);
      states.push(state);
      if (result !== null) open.delete(id);
      if (result !== null && (results[file] ?? 'COMPLETED') === 'COMPLETED') results[file] = result;
    }
    return states.join('\n');
  };
  let before = '';
  while (open.size > 0) {
    let after = before;
    await expect
      .poll(
        async () => {
          after = await advanceAll();
          return after;
        },
        { interval: 500 },
      )
      .not.toBe(before);
    before = after;
  }
  return results;
}

test('each public template runs to its end', { timeout: systemTestTimeoutMs }, async () => {
  const releases = new Map<string, string>();
  for (const file of files) for (const id of await importFile(file)) releases.set(await start(id), file);
  expect(await runAll(releases)).toEqual(Object.fromEntries(files.map((file) => [file, 'COMPLETED'])));
  expect(servers.flatMap(({ standIn }) => standIn.violations)).toEqual([]);
  // Each integration has run automatic tasks.
  const unused = servers.filter(({ standIn }) => standIn.received.length === 0);
  expect(unused.map(({ integration }) => integration)).toEqual([]);
  expect(ssh.scripts).toContain('mkdir -p /tmp/files && echo $HOME > /tmp/files/home');
});
