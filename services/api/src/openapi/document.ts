import { defaultPrefix } from '@slipway/api-schema/format';
import { shapeOf } from '../http/path.ts';
import type { Route } from '../http/route.ts';
import { fileBody } from './file-bodies.ts';
import { describeHeaders, sharedHeaderDocs } from './headers.ts';
import { describeNeeds, mayBeForbidden } from './needs.ts';
import { idSchemas, pathParameters } from './path-parameters.ts';
import { describeSchemas, membersOf, type Schema, type SchemaSet } from './schemas.ts';

/** The subjects of paths, by their first segments. */
const subjects: Readonly<Record<string, string>> = {
  activities: 'Activity logs of releases',
  'as-code': 'Plans as documents',
  audit: 'Logins, and changes of users and permissions',
  blackouts: 'Times in which tasks do not start',
  calendar: 'Dates, blackouts and calendars to subscribe to',
  config: 'Global settings',
  dashboards: 'Metrics to show together',
  dsl: 'Templates in Groovy',
  events: 'Events that notifications are about',
  'event-subscriptions': 'Receivers of events: webhooks and chats',
  explain: 'Why people may or may not',
  folders: 'Where templates and releases are kept',
  'global-permissions': 'Permissions that roles can have',
  agents: 'Processes that run containers of tasks',
  integrations: 'Plugins that are part of the product',
  insights: 'How long releases take, where they wait and how often they fail',
  invitations: 'Links by which new users choose their password',
  live: 'Event streams',
  mail: 'The mail server, and addresses that have rejected mails',
  me: 'The current user',
  metadata: 'Types that configurations and tasks may have',
  'notification-settings': 'Rules of notifications',
  'notification-templates': 'Texts of notifications',
  notifications: 'Reasons of notifications',
  'notification-deliveries': 'The ledger of notifications',
  'personal-access-tokens': 'Logins of programs',
  phases: 'The parts of a release that follow each other',
  plugins: 'Types and scripts of others',
  releases: 'Plans that run',
  reports: 'Reports of releases as files',
  risks: 'How much releases are at risk',
  roles: 'Global permissions of users',
  scripts: 'Scripts on trial',
  sessions: 'Logins of browsers',
  system: 'The state of the server',
  tasks: 'The work in a phase',
  templates: 'Plans to make releases from',
  users: 'User accounts',
  triggers: 'Triggers, which create releases automatically',
  variables: 'Values by key',
  webhooks: 'Deliveries to webhook endpoints',
};

const queryParameters = ({ query }: Route, requests: SchemaSet): readonly Schema[] =>
  membersOf(query === undefined ? {} : requests.of(query)).map(({ name, required, description, schema }) => ({
    name,
    in: 'query',
    required,
    schema,
    ...(description !== undefined && { description }),
  }));

const anyOf = (schemas: readonly Schema[]): Schema => {
  const [single = {}, ...others] = schemas;
  return others.length === 0 ? single : { anyOf: schemas };
};

/** The result of an operation that depends on the kind of the id, with the type as discriminator. */
const oneOf = (schemas: readonly Schema[]): Schema => {
  const [single = {}, ...others] = schemas;
  return others.length === 0 ? single : { oneOf: schemas };
};

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

const bytes = { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
/** The responses to a request for a range of bytes. */
const partialResponses = {
  206: { description: 'The part of a header Range', ...bytes },
  304: { $ref: '#/components/responses/NotModified' },
};

const isSchema = <S extends object>(reply: S | 'bytes' | null): reply is S =>
  typeof reply === 'object' && reply !== null;

interface SchemaSets {
  readonly requests: SchemaSet;
  readonly replies: SchemaSet;
}

const hasNoContent = (routes: readonly Route[]): boolean => routes.some(({ reply }) => reply === null);

/** Routes with the same path and method, which differ in the kinds of their ids, are one operation in OpenAPI. */
function describeOperation(path: string, routes: readonly Route[], { requests, replies }: SchemaSets): Schema {
  const [first] = routes;
  const bodies = routes.flatMap(({ body }) => (body?.kind === 'json' ? [requests.of(body.schema)] : []));
  const answers = routes.flatMap(({ reply }) => (isSchema(reply) ? [replies.of(reply)] : []));
  const events = first?.events && { 'text/event-stream': { schema: replies.of(first.events) } };
  const fileRequestBody = first && fileBody(first);
  const { parameters, responses, headers } = describeHeaders(routes);
  return {
    operationId: first?.name,
    summary: routes.map(({ summary }) => summary).join(' / '),
    description: [...new Set(routes.map(({ needs }) => describeNeeds(needs)))].join(' / '),
    tags: [first?.path.split('/')[1]],
    parameters: [
      ...pathParameters(path, routes),
      ...routes.flatMap((route) => queryParameters(route, requests)),
      ...parameters,
    ],
    ...(bodies.length > 0 && { requestBody: json(anyOf(bodies)) }),
    ...(fileRequestBody && { requestBody: fileRequestBody }),
    responses: {
      ...(answers.length > 0 && {
        200: {
          description: 'Done',
          ...(headers && { headers }),
          content: { ...json(oneOf(answers)).content, ...events },
        },
      }),
      ...(first?.reply === 'bytes' && { 200: { description: 'The bytes', ...bytes }, ...partialResponses }),
      ...(hasNoContent(routes) && { 204: { description: 'Done' } }),
      ...responses,
      ...(routes.some(({ needs }) => mayBeForbidden(needs)) && { 403: { $ref: '#/components/responses/Refusal' } }),
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

const problem = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', description: 'Identifies the text, if it has a code: see the header X-Slipway-Code' },
    params: { type: 'object', description: 'The parameters of the text, if it has any' },
  },
};

const refusal = {
  description: 'Refused: one line of text, or RFC 9457 for those who accept it',
  headers: {
    'X-Slipway-Code': {
      description:
        'Identifies the text: internal-error (500), server-not-ready (503), disk-full (507), or such as gate.notAGate',
      schema: { type: 'string' },
    },
  },
  content: {
    'text/plain': { schema: { type: 'string' } },
    'application/problem+json': { schema: problem },
  },
};

function describePaths(routes: readonly Route[], schemaSets: SchemaSets): Schema {
  const shapes = Map.groupBy(routes, ({ path }) => shapeOf(path).pattern);
  return Object.fromEntries(
    [...shapes.values()].map((sameShape) => {
      const path = sameShape[0]?.path ?? '';
      const methods = Map.groupBy(sameShape, ({ method }) => method.toLowerCase());
      const operations = [...methods].map(([method, sameMethod]) => [
        method,
        describeOperation(path, sameMethod, schemaSets),
      ]);
      return [path, Object.fromEntries(operations)];
    }),
  );
}

/** The ways to authenticate a request. */
const logins = {
  basic: { type: 'http', scheme: 'basic' },
  token: { type: 'apiKey', in: 'header', name: 'x-release-personal-token' },
  bearer: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'slipway' },
};

/** The routes as an OpenAPI 3.1 document. `root` is the context root, such as `/slipway`; `prefix` that of own types. */
export function openApi(routes: readonly Route[], root: string, prefix = defaultPrefix): Schema {
  const requests = describeSchemas(
    routes.flatMap(({ query, body }) =>
      [query, body?.kind === 'json' ? body.schema : undefined].filter((schema) => schema !== undefined),
    ),
    'input',
    prefix,
  );
  const replies = describeSchemas(
    routes.flatMap(({ reply, events: data }) =>
      [isSchema(reply) ? reply : undefined, data].filter((schema) => schema !== undefined),
    ),
    'output',
    prefix,
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Slipway', version: 'v1', description: 'Release orchestration over REST.' },
    servers: [{ url: `${root}/api/v1` }],
    security: Object.keys(logins).map((name) => ({ [name]: [] })),
    tags: Object.entries(subjects).map(([name, description]) => ({ name, description })),
    paths: describePaths(routes, { requests, replies }),
    components: {
      securitySchemes: logins,
      parameters: sharedHeaderDocs.parameters,
      headers: sharedHeaderDocs.headers,
      responses: { Refusal: refusal, NotModified: sharedHeaderDocs.notModified },
      schemas: { ...idSchemas(routes), ...requests.named, ...replies.named },
    },
  };
}
