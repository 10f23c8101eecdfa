// The daily work of users and machines: manual releases, webhooks, scripts, searches, uploads, logins.
import { setTimeout as pause } from 'node:timers/promises';

/** One item of work of a client. Throws if a request is refused. */
type Work = () => Promise<void>;

/** The kinds of work by name, with the number of completed items. */
export interface Load {
  readonly done: ReadonlyMap<string, number>;
  /** refused or failed requests, the newest last */
  readonly failures: readonly string[];
  /** Finishes the current items, and starts no others. */
  stop(): Promise<void>;
}

interface Part {
  readonly id: string;
}
interface Release extends Part {
  readonly phases: readonly { readonly tasks: readonly Part[] }[];
}

const admin = `Basic ${Buffer.from('admin:admin').toString('base64')}`;
/** In milliseconds, between two items of a client: a machine with two cores is then about half loaded. */
const restMs = 100;

/** Creates a client for requests to the product. */
function createApiClient(origin: string) {
  const send = async (method: string, path: string, body?: string | FormData, extra: Record<string, string> = {}) => {
    const json = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const login = extra.cookie === undefined ? { authorization: admin } : {};
    const headers = { ...login, ...json, ...extra };
    const answer = await fetch(`${origin}${path}`, { method, headers, ...(body !== undefined && { body }) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok)
      throw new Error(`\`${method} ${path.replaceAll(/\/[A-Z]\w{20,}/g, '/…')}\` returned ${answer.status}`);
    return { bytes, headers: answer.headers };
  };
  const requestJson = async <T>(method: string, path: string, body?: object): Promise<T> =>
    JSON.parse((await send(method, `/api/v1${path}`, JSON.stringify(body ?? {}))).bytes.toString());
  return { send, ask: requestJson };
}
type ApiClient = ReturnType<typeof createApiClient>;

const task = (title: string, extra: object = {}) => ({ title, type: 'rel.Task', ...extra });
const unlimited = { maxConcurrentReleases: 1_000_000 };

/** Completes a release of five tasks, one after the other. */
async function manualWork({ ask: requestJson }: ApiClient): Promise<Work> {
  const phases = [{ title: 'Build', tasks: [1, 2, 3, 4, 5].map((number) => task(`Task ${number} of \${version}`)) }];
  const variables = [{ key: 'version', value: '1.0' }];
  const template = await requestJson<Part>('POST', '/templates', { title: 'By hand', phases, variables, ...unlimited });
  return async () => {
    const { id, phases } = await requestJson<Release>('POST', `/templates/${template.id}/create`, {
      releaseTitle: 'By hand',
    });
    await requestJson('POST', `/releases/${id}/start`);
    for (const { tasks } of phases)
      for (const taskRef of tasks) await requestJson('POST', `/tasks/${taskRef.id}/complete`, { comment: 'done' });
  };
}

const script = `// language: javascript
releaseVariables.seen = String(Number(releaseVariables.seen || 0) + 1);
print('it is ' + release.title);`;

/** Sends a webhook delivery. A trigger creates a release, whose script does the rest. */
async function webhookWork({ ask: requestJson, send }: ApiClient): Promise<Work> {
  const name = `soak-${Date.now()}`;
  const phases = [{ title: 'Run', tasks: [{ title: 'run', type: 'rel.ScriptTask', script }] }];
  const variables = [{ key: 'seen', value: '0', requiresValue: false }];
  const template = await requestJson<Part>('POST', '/templates', {
    title: 'By webhook',
    phases,
    variables,
    ...unlimited,
  });
  const authentication = { type: 'events.NoAuthentication' };
  const endpoint = { type: 'events.PostWebhookEndpoint', title: name, path: name, authentication };
  const { id } = await requestJson<Part>('POST', '/config', endpoint);
  const trigger = { type: 'events.EventBasedTrigger', title: name, template: template.id, eventSource: id };
  await requestJson('POST', '/triggers', trigger);
  return async () => {
    await send('POST', `/webhooks/${name}`, JSON.stringify({ ref: 'main', text: 'x'.repeat(2_000) }));
  };
}

async function searchWork({ ask: requestJson }: ApiClient): Promise<Work> {
  return async () => {
    await requestJson('POST', '/releases/search?resultsPerPage=15', { title: 'hand', onlyArchived: true });
    await requestJson('POST', '/releases/search/overview?resultsPerPage=50', { active: true });
  };
}

/** Uploads and downloads a file of a megabyte, and deletes every other one. */
async function uploadWork({ ask: requestJson, send }: ApiClient): Promise<Work> {
  const phases = [{ title: 'Keep', tasks: [task('keep')] }];
  const { id } = await requestJson<Part>('POST', '/templates', { title: 'Files', phases, ...unlimited });
  const content = new Blob([Buffer.alloc(1_000_000, 'slipway ')]);
  let count = 0;
  return async () => {
    const release = await requestJson<Release>('POST', `/templates/${id}/create`, { releaseTitle: 'Files' });
    const [firstTask] = release.phases.flatMap(({ tasks }) => tasks);
    const form = new FormData();
    form.append('file', content, 'file.bin');
    const { bytes } = await send('POST', `/api/v1/tasks/${firstTask?.id}/attachments`, form);
    const [attachment]: readonly Part[] = JSON.parse(bytes.toString());
    await send('GET', `/api/v1/releases/attachments/${attachment?.id}`);
    count += 1;
    if (count % 2 === 0) await send('DELETE', `/api/v1/tasks/${firstTask?.id}/attachments/${attachment?.id}`);
    await requestJson('POST', `/releases/${release.id}/abort`, { abortComment: 'over' });
  };
}

/** Logs in and out. */
async function loginWork({ send }: ApiClient): Promise<Work> {
  const sameOriginHeaders = { 'sec-fetch-site': 'same-origin' };
  return async () => {
    const login = JSON.stringify({ username: 'admin', password: 'admin' });
    const { headers } = await send('POST', '/login', login, sameOriginHeaders);
    const session = { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '', ...sameOriginHeaders };
    await send('GET', '/api/v1/sessions', undefined, session);
    await send('POST', '/logout', undefined, session);
  };
}

const kinds = {
  'manual releases': manualWork,
  webhooks: webhookWork,
  searches: searchWork,
  uploads: uploadWork,
  logins: loginWork,
};

/** Starts all kinds of work with the product at this address, with two clients each. */
export async function startLoad(origin: string): Promise<Load> {
  const apiClient = createApiClient(origin);
  const done = new Map<string, number>();
  const failures: string[] = [];
  const state = { goesOn: true };
  const running: Promise<void>[] = [];
  for (const [name, prepare] of Object.entries(kinds)) {
    const work = await prepare(apiClient);
    done.set(name, 0);
    const client = async () => {
      while (state.goesOn) {
        await work().then(
          () => done.set(name, (done.get(name) ?? 0) + 1),
          (error: Error) => failures.push(`${name}: ${error.message}`),
        );
        await pause(restMs);
      }
    };
    running.push(client(), client());
  }
  return {
    done,
    failures,
    stop: async () => {
      state.goesOn = false;
      await Promise.all(running);
    },
  };
}
