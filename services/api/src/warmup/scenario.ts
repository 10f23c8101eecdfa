import { z } from 'zod';
import type { SendRequest } from './in-memory-client.ts';

/** The client, the user and the name for a scenario. */
export interface ScenarioContext {
  readonly sendRequest: SendRequest;
  /** The `Authorization` header of a user with all permissions. */
  readonly authorization: string;
  /** A unique name for the objects of the scenario. */
  readonly name: string;
}

/** A `traceparent` without the sampled flag, so that the requests are not traced. */
const untracedHeaders = { traceparent: `00-${'1'.repeat(32)}-${'1'.repeat(16)}-00` };

/** Sends requests as a user. `create` parses the response with a schema. Throws for other statuses than 200. */
function createSender({ sendRequest, authorization }: Pick<ScenarioContext, 'sendRequest' | 'authorization'>) {
  const headers = { authorization, 'content-type': 'application/json', ...untracedHeaders };
  async function send(method: 'GET' | 'POST', path: string, payload?: object): Promise<string> {
    const { status, body } = await sendRequest({ method, path, headers, body: payload && JSON.stringify(payload) });
    if (status !== 200) throw new Error(`${method} was answered ${status}`);
    return body;
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, payload?: object) => send('POST', path, payload),
    create: async <T>(schema: z.ZodType<T>, path: string, payload?: object): Promise<T> =>
      schema.parse(JSON.parse(await send('POST', path, payload))),
  };
}

type Sender = ReturnType<typeof createSender>;

const createdObject = z.object({ id: z.string() });
const release = createdObject.extend({ phases: z.array(z.object({ tasks: z.array(createdObject) })) });
const apiPath = '/api/v1';

/** Creates a template, and a webhook endpoint whose events create releases from it. */
async function createObjects({ create, post }: Sender, name: string): Promise<{ readonly templateId: string }> {
  const tasks = ['Build', 'Test', 'Ship'].map((title) => ({ title }));
  const template = await create(createdObject, `${apiPath}/templates`, {
    title: name,
    phases: [{ title: name, tasks }],
    maxConcurrentReleases: 1_000,
  });
  const endpoint = await create(createdObject, `${apiPath}/config`, {
    type: 'events.PostWebhookEndpoint',
    title: name,
    path: name,
    authentication: { type: 'events.JythonScriptAuthentication', authenticationScript: 'authenticated = True' },
  });
  await post(`${apiPath}/triggers`, {
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

/** Creates the objects of the scenario. Returns a function that sends the requests, which can be called repeatedly. */
export async function prepareScenario(context: ScenarioContext): Promise<() => Promise<void>> {
  const { name } = context;
  const sender = createSender(context);
  const { get, post, create } = sender;
  const { templateId } = await createObjects(sender, name);
  return async () => {
    const planned = await create(createdObject, `${apiPath}/templates/${templateId}/create`, { releaseTitle: name });
    const { phases } = await create(release, `${apiPath}/releases/${planned.id}/start`);
    await get(`${apiPath}/releases/${planned.id}`);
    for (const { id } of phases.flatMap(({ tasks }) => tasks)) {
      await get(`${apiPath}/tasks/${id}`);
      await post(`${apiPath}/tasks/${id}/comment`, { comment: name });
      await get(`${apiPath}/tasks/${id}`);
      await post(`${apiPath}/tasks/${id}/complete`);
    }
    await post(`/webhooks/${name}`, { number: name });
  };
}
