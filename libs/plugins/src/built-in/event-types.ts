import { senderIds } from '@slipway/domain/senders';
import type { PropertyDefinition, TypeDefinition } from '../definitions/type-definition.ts';
import { property, type } from './built-in-type.ts';

const requestRetention = property({
  name: 'requestRetention',
  kind: 'integer',
  required: true,
  defaultValue: 1000,
  label: 'Request retention',
  description: 'How many deliveries are kept',
});
const retentionDays = property({
  name: 'retentionDays',
  kind: 'integer',
  required: true,
  defaultValue: 30,
  label: 'Retention in days',
  description: 'How long deliveries are kept',
});
const deduplicationKey = property({
  name: 'deduplicationKey',
  label: 'Deduplication key',
  description: 'A header, or a path such as payload.delivery.id. Requests with an equal value are processed once',
});
const enabled = property({
  name: 'enabled',
  kind: 'boolean',
  required: true,
  defaultValue: true,
  label: 'Enabled',
  description: 'A disabled endpoint rejects all requests',
});

const sender = property({
  name: 'sender',
  kind: 'enum',
  enumValues: senderIds,
  label: 'Sender',
  description:
    'The system that sends the events. The endpoint recognizes its batches, its connection tests and repetitions',
});

const endpoint = (method: 'GET' | 'POST'): readonly PropertyDefinition[] => [
  property({ name: 'path', required: true, label: 'Path', description: 'Below /webhooks/, unique on the server' }),
  property({
    name: 'method',
    kind: 'enum',
    required: true,
    defaultValue: method,
    enumValues: [method],
    label: 'Method',
    description: 'The HTTP method of requests',
  }),
  property({
    name: 'authentication',
    kind: 'ci',
    required: true,
    label: 'Authentication',
    description: 'How callers prove who they are: an object with a type and its properties',
  }),
  requestRetention,
  retentionDays,
  deduplicationKey,
  enabled,
];

const secret = (name: string, label: string, description: string) =>
  property({ name, label, description, required: true, password: true });

/** The secret before a rotation, which stays valid until it is removed. */
const previous = (name: string, label: string) =>
  property({ name, label, description: 'Stays valid until it is removed', password: true });

const endpoints: readonly TypeDefinition[] = [
  type({
    name: 'events.EventSource',
    virtual: true,
    label: 'Event source',
    description: 'The base of the sources of event triggers',
  }),
  type({
    name: 'events.WebhookEndpoint',
    extends: 'events.EventSource',
    virtual: true,
    label: 'Webhook endpoint',
    description: 'Takes requests',
  }),
  type({
    name: 'events.PostWebhookEndpoint',
    extends: 'events.WebhookEndpoint',
    label: 'HTTP POST endpoint',
    description: 'Takes POST requests with JSON',
    properties: [...endpoint('POST'), sender],
  }),
  type({
    name: 'events.GetWebhookEndpoint',
    extends: 'events.WebhookEndpoint',
    label: 'HTTP GET endpoint',
    description: 'Takes GET requests',
    properties: endpoint('GET'),
  }),
];

const eventType = (name: string) => property({ name, hidden: true, label: name, description: 'The name of a type' });

/** The properties of event sources, which convert requests to events (script-api.md, From event to release). */
const eventSourceProperties: readonly PropertyDefinition[] = [
  property({
    name: 'eventSource',
    kind: 'ci',
    required: true,
    label: 'Event source',
    description: 'The id of the webhook endpoint',
  }),
  { ...eventType('inputEventType'), required: true, defaultValue: 'events.HttpRequestEvent' },
  eventType('outputEventType'),
];

const sources: readonly TypeDefinition[] = [
  type({
    name: 'events.CustomJythonEventSource',
    extends: 'events.EventSource',
    virtual: true,
    label: 'Python event source of a plugin',
    description: 'The base of event sources of plugins with a .py script',
    properties: eventSourceProperties,
  }),
  type({
    name: 'events.CustomScriptEventSource',
    extends: 'events.EventSource',
    virtual: true,
    label: 'JavaScript event source of a plugin',
    description: 'The base of event sources of plugins with a .js script',
    properties: eventSourceProperties,
  }),
  type({ name: 'events.Event', virtual: true, label: 'Event', description: 'The base of the events of event sources' }),
  type({
    name: 'events.HttpRequestEvent',
    extends: 'events.Event',
    label: 'Request',
    description: 'The event of a webhook endpoint: the request',
  }),
];

const method = (definition: Parameters<typeof type>[0]) =>
  type({ extends: 'events.EndpointAuthentication', ...definition });

const methods: readonly TypeDefinition[] = [
  type({
    name: 'events.EndpointAuthentication',
    virtual: true,
    label: 'Webhook authentication',
    description: 'How callers of a webhook endpoint prove who they are',
  }),
  method({ name: 'events.NoAuthentication', label: 'None', description: 'Accepts every request' }),
  method({
    name: 'events.TokenAuthentication',
    label: 'Token in a header',
    description: 'A header must hold the token, as GitLab sends it',
    properties: [
      property({
        name: 'header',
        required: true,
        defaultValue: 'X-Gitlab-Token',
        label: 'Header',
        description: 'The name of the header',
      }),
      secret('token', 'Token', 'The expected value of the header, alone or as a bearer token'),
      previous('previousToken', 'Previous token'),
    ],
  }),
  method({
    name: 'events.ParameterAuthentication',
    label: 'Token in the URL',
    description: 'A query parameter must hold the token, for senders that can only set a URL',
    properties: [
      property({
        name: 'parameter',
        required: true,
        defaultValue: 'token',
        label: 'Parameter',
        description: 'The name of the query parameter',
      }),
      secret('token', 'Token', 'The expected value of the parameter'),
      previous('previousToken', 'Previous token'),
    ],
  }),
  method({
    name: 'events.StandardWebhooksAuthentication',
    label: 'Standard Webhooks',
    description: 'A signature of the body, its id and its time, as GitLab sends it with a signing token',
    properties: [
      secret('secret', 'Secret', 'whsec_ and the key in base64'),
      previous('previousSecret', 'Previous secret'),
    ],
  }),
  method({
    name: 'events.SignatureAuthentication',
    label: 'Signature',
    description: 'A header must hold the HMAC of the body, as GitHub sends it',
    properties: [
      property({
        name: 'algorithm',
        kind: 'enum',
        required: true,
        defaultValue: 'SHA256',
        enumValues: ['SHA256', 'SHA1'],
        label: 'Algorithm',
        description: 'The hash function of the HMAC',
      }),
      property({
        name: 'header',
        label: 'Header',
        description: 'Default: X-Hub-Signature-256, or X-Hub-Signature for SHA1',
      }),
      secret('secret', 'Secret', 'The key of the HMAC'),
      previous('previousSecret', 'Previous secret'),
    ],
  }),
  method({
    name: 'events.BasicAuthentication',
    label: 'Basic',
    description: 'HTTP Basic authentication',
    properties: [
      property({ name: 'username', required: true, label: 'User name', description: 'The name of the caller' }),
      secret('password', 'Password', 'The password of the caller'),
    ],
  }),
  method({
    name: 'events.JythonScriptAuthentication',
    label: 'Script',
    description: 'A script sets authenticated',
    properties: [
      property({
        name: 'authenticationScript',
        required: true,
        label: 'Script',
        description: 'Python, or JavaScript if its first line is // language: javascript',
      }),
    ],
  }),
  method({
    name: 'events.CustomJythonAuthentication',
    virtual: true,
    label: 'Python script of a plugin',
    description: 'The base of authentication methods of plugins with a .py script',
  }),
  method({
    name: 'events.CustomScriptAuthentication',
    virtual: true,
    label: 'JavaScript of a plugin',
    description: 'The base of authentication methods of plugins with a .js script',
  }),
];

/**
 * The built-in types of webhook endpoints, their authentication methods (rest-api.md, section Events), and event
 * sources.
 */
export const eventTypes: readonly TypeDefinition[] = [...endpoints, ...sources, ...methods];
