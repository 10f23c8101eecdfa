import { z } from 'zod';
import type { Ask } from './in-memory.ts';

/** Where it is played, and as whom. */
export interface Stage {
  readonly ask: Ask;
  /** The header `Authorization` of a user with all permissions. */
  readonly authorization: string;
  /** no other thing is called so */
  readonly name: string;
}

/** A traceparent with the sampled flag off. */
const untraced = { traceparent: `00-${'1'.repeat(32)}-${'1'.repeat(16)}-00` };

/** Sends requests as a user, and parses the responses with a schema. Throws if one is refused. */
function sending({ ask, authorization }: Pick<Stage, 'ask' | 'authorization'>) {
  const headers = { authorization, 'content-type': 'application/json', ...untraced };
  async function send(method: 'GET' | 'POST', path: string, given?: object): Promise<string> {
    const { status, body } = await ask({ method, path, headers, body: given && JSON.stringify(given) });
    if (status !== 200) throw new Error(`${method} was answered ${status}`);
    return body;
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, given?: object) => send('POST', path, given),
    make: async <T>(schema: z.ZodType<T>, path: string, given?: object): Promise<T> =>
      schema.parse(JSON.parse(await send('POST', path, given))),
  };
}

type Sending = ReturnType<typeof sending>;

const made = z.object({ id: z.string() });
const release = made.extend({ phases: z.array(z.object({ tasks: z.array(made) })) });
const api = '/api/v1';

/** Makes a template, and an endpoint whose events make releases of it. */
async function makeThings({ make, post }: Sending, name: string): Promise<{ readonly templateId: string }> {
  const tasks = ['Build', 'Test', 'Ship'].map((title) => ({ title }));
  const template = await make(made, `${api}/templates`, {
    title: name,
    phases: [{ title: name, tasks }],
    maxConcurrentReleases: 1_000,
  });
  const endpoint = await make(made, `${api}/config`, {
    type: 'events.PostWebhookEndpoint',
    title: name,
    path: name,
    authentication: { type: 'events.JythonScriptAuthentication', authenticationScript: 'authenticated = True' },
  });
  await post(`${api}/triggers`, {
    type: 'events.EventBasedTrigger',
    title: name,
    template: template.id,
    eventSource: endpoint.id,
    releaseTitle: `${name} \${event.number}`,
    allowParallelExecution: true,
    enabled: true,
  });
  return { templateId: template.id };
}

/**
 * Creates the objects of the warm-up. Returns the function that sends the most frequent requests of clients,
 * repeatedly.
 */
export async function preparePlay(stage: Stage): Promise<() => Promise<void>> {
  const { name } = stage;
  const all = sending(stage);
  const { get, post, make } = all;
  const { templateId } = await makeThings(all, name);
  return async () => {
    const planned = await make(made, `${api}/templates/${templateId}/create`, { releaseTitle: name });
    const { phases } = await make(release, `${api}/releases/${planned.id}/start`);
    await get(`${api}/releases/${planned.id}`);
    for (const { id } of phases.flatMap(({ tasks }) => tasks)) {
      await get(`${api}/tasks/${id}`);
      await post(`${api}/tasks/${id}/comment`, { comment: name });
      await get(`${api}/tasks/${id}`);
      await post(`${api}/tasks/${id}/complete`);
    }
    await post(`/webhooks/${name}`, { number: name });
  };
}
