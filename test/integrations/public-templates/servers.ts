import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { done, json } from '../../harness/integrations/answers.ts';
import { type Contract, readContract } from '../../harness/integrations/contract.ts';
import { type Replies, type StandIn, startStandIn } from '../../harness/integrations/stand-in.ts';

export const login = { username: 'robot', password: 'password-of-the-robot' };
const { password } = login;

/** A connection of the templates: its type and the properties of the login. */
interface Connection {
  readonly type: string;
  readonly titles: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  /** the property with the address of the server */
  readonly address?: string;
  /** the path after the address */
  readonly suffix?: string;
}

/** A server of the templates: the integration, its connections, and its answers by the names of the contract. */
interface Server {
  readonly integration: string;
  readonly connections: readonly Connection[];
  readonly replies: Replies;
}

const recordIn = (state: string) => json({ result: { sys_id: 's1', number: 'CHG0001', state, approval: 'Approved' } });
const recordReplies = (state: string): Replies => ({
  ...{ create: recordIn(state), update: recordIn(state), get: recordIn(state) },
  list: json({ result: [{ sys_id: 's1', number: 'CHG0001', state, priority: '2 - High' }] }),
});
const job = json({ name: 'Job', status: 'successful', job_explanation: '' });
const servers: readonly Server[] = [
  {
    integration: 'jenkins',
    connections: [
      {
        type: 'jenkins.Server',
        titles: ['Bank', 'Kitchen', 'Library', 'Map', 'Observatory', 'Train', 'Weather', 'Harbor', 'market'].map(
          (name) => `${name} builds`,
        ),
        properties: login,
      },
    ],
    replies: {
      ...{ crumb: json({ crumb: 'c0ffee', crumbRequestField: 'Jenkins-Crumb' }) },
      build: done({ Location: '{server}/queue/item/12/' }),
      buildWithParameters: done({ Location: '{server}/queue/item/12/' }),
      buildInFolder: done({ Location: '{server}/queue/item/12/' }),
      queueItem: json({ executable: { number: 7 } }),
      buildState: json({ number: 7, building: false, result: 'SUCCESS', actions: [] }),
      environment: json({ envMap: { version: '1.0.0' } }),
      buildStateInFolder: json({ building: false, result: 'SUCCESS' }),
    },
  },
  {
    integration: 'github',
    connections: [
      {
        type: 'github.Server',
        titles: ['Kitchen repositories', 'Observatory repositories', 'Weather repositories'],
        ...{ properties: { loginOrToken: password }, address: 'baseUrl' },
      },
    ],
    replies: {
      getRef: json({ ref: 'refs/heads/main', object: { sha: 'c0ffee', type: 'commit' } }),
      createRef: json({ ref: 'refs/heads/new' }),
    },
  },
  {
    integration: 'sonarqube',
    connections: [{ type: 'sonar.Server', titles: ['Bank quality', 'Train quality'], properties: login }],
    replies: { projectStatus: json({ projectStatus: { status: 'OK', conditions: [] } }) },
  },
  {
    integration: 'slack',
    connections: [
      {
        ...{ type: 'slack.Server', titles: ['Cooks', 'Astronomers', 'Weather chat'] },
        ...{ properties: { userName: 'robot' }, suffix: `/services/T1/C1/${password}` },
      },
    ],
    replies: { webhook: { text: 'ok' } },
  },
  {
    integration: 'jira',
    connections: [{ type: 'jira.Server', titles: ['Weather issues'], properties: login }],
    replies: {
      serverInfo: json({ deploymentType: 'Server' }),
      search: { items: [{ key: 'A-1', fields: { summary: 'One', status: { name: 'Open' } } }] },
      getIssue: json({ key: 'A-1', fields: { summary: 'One', status: { name: 'Done' } } }),
      getTransitions: json({
        transitions: ['In test', 'Completed', 'Closed'].map((name) => ({ id: '1', name, to: { name } })),
      }),
      ...{ addComment: json({ id: '1' }), updateIssue: done(), doTransition: done() },
    },
  },
  {
    integration: 'servicenow',
    connections: [{ type: 'servicenow.Server', titles: ['Tram tickets', 'Weather tickets'], properties: login }],
    replies: recordReplies('Implement'),
  },
  {
    integration: 'servicenow',
    connections: [{ type: 'servicenow.Server', titles: ['Elevator tickets'], properties: login }],
    replies: recordReplies('1'),
  },
  {
    integration: 'bitbucket',
    connections: [
      { type: 'bitbucket.Server', titles: ['Orchestra repositories'], properties: login },
      { type: 'stash.Server', titles: ['Bakery repositories'], properties: login },
    ],
    replies: {
      ...{ serverCreate: json({ id: 5 }), serverGet: json({ version: 1, state: 'OPEN' }) },
      ...{ serverMerge: json({ state: 'MERGED' }), serverApprove: json({ approved: true }) },
      commits: json({ values: [{ hash: 'c0ffee' }] }),
    },
  },
  {
    integration: 'vault',
    connections: [{ type: 'vault.Server', titles: ['Lighthouse keys'], properties: { token: password } }],
    replies: {
      ...{ v1Write: done(), v2Write: json({ data: { version: 1 } }), v2Config: done() },
      v1Read: json({ data: { 'Keys of the lighthouse-door': 'door key' } }),
      v2Read: json({ data: { data: { 'Keys of the lighthouse-lamp': 'lamp key' }, metadata: { version: 1 } } }),
    },
  },
  {
    integration: 'ansible',
    connections: [{ type: 'ansible.Tower', titles: ['Zoo tower'], properties: { apiToken: password } }],
    replies: {
      updateInventorySource: json({ inventory_update: 21, id: 21, status: 'pending' }),
      ...{ getInventoryUpdate: job, getJob: job, jobOutput: { text: 'ok=1' } },
      launchInfo: json({ passwords_needed_to_start: [] }),
      launch: json({ job: 12, ignored_fields: {}, status: 'pending' }),
    },
  },
  {
    integration: 'pagerduty',
    connections: [{ type: 'pagerduty.Authentication', titles: ['Dike alarms'], properties: {}, suffix: '/v2' }],
    replies: { enqueue: json({ status: 'success', message: 'Event processed', dedup_key: 'k1' }) },
  },
];

/** A running server. */
export interface RunningServer {
  readonly integration: string;
  readonly standIn: StandIn;
  /** the bodies that create its connections */
  readonly connections: readonly Readonly<Record<string, unknown>>[];
}

/** Returns the contract. Users choose the members of the records of ServiceNow. */
function contractOf(integration: string): Contract {
  const contract = readContract(integration);
  if (integration !== 'servicenow') return contract;
  const anyMember = { '*': { source: 'tableApi', type: undefined, required: false, values: undefined } };
  const { create, update } = contract.requests;
  if (create === undefined || update === undefined) throw new Error('the contract of ServiceNow has changed');
  const requests = {
    ...contract.requests,
    create: { ...create, json: anyMember },
    update: { ...update, json: anyMember },
  };
  return { ...contract, requests };
}

/** Starts the servers of the templates. */
export const startServers = (): Promise<readonly RunningServer[]> =>
  Promise.all(
    servers.map(async ({ integration, connections, replies }) => {
      const standIn = await startStandIn(contractOf(integration), login);
      standIn.reset(replies);
      const bodies = connections.flatMap(({ titles, address = 'url', suffix = '', type, properties }) =>
        titles.map((title) => ({ type, title, [address]: `${standIn.url}${suffix}`, ...properties })),
      );
      return { integration, standIn, connections: bodies };
    }),
  );

const commit = { sha: 'c0ffee', commit: { author: { email: 'ann@example.com' }, message: 'A change' } };
/** The answers of other servers by the end of the path. */
const answers: readonly (readonly [RegExp, unknown])[] = [
  [/\/branches\/master$/, { commit }],
  [/\/issue\/[^/]+$/, { fields: { components: [{ name: 'station' }], project: { key: 'WTH' } } }],
  [/\/byTitle$/, [{ id: 'Release1' }]],
  [/\/hours\.json$/, [{ name: 'Monday', open: '9', close: '17' }]],
  [/\/tags$/, [{ name: 'v1' }]],
];

/** Starts a server for the other addresses, which scripts and webhooks of the templates use. */
export async function startWebServer() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, answer] = answers.find(([pattern]) => pattern.test(pathname)) ?? [null, {}];
    const isXml = pathname.endsWith('/export');
    response.setHeader('Content-Type', isXml ? 'application/xml' : 'application/json');
    response.end(isXml ? '<list><task id="1"><log>ip:192.0.2.7</log></task></list>' : JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
