import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { parse } from 'yaml';
import { readProtobufSecret } from './read-protobuf.ts';

interface StoredObject {
  readonly apiVersion: string;
  readonly kind: string;
  metadata: { name: string; namespace?: string; uid?: string; labels?: Readonly<Record<string, string>> };
}

/** The resources of the simulated API. */
const resources = [
  ['namespaces', 'Namespace', false],
  ['configmaps', 'ConfigMap', true],
  ['secrets', 'Secret', true],
] as const;

const discovery = {
  kind: 'APIResourceList',
  groupVersion: 'v1',
  resources: resources.map(([name, kind, namespaced]) => ({
    ...{ name, kind, namespaced, singularName: kind.toLowerCase() },
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update'],
  })),
};

/** The server validates objects itself, so that clients need no schema. */
const schemas = {
  openapi: '3.0.0',
  info: { title: 'Kubernetes', version: 'v1.33.0' },
  paths: Object.fromEntries(
    resources.map(([name, kind, namespaced]) => [
      `/api/v1/${namespaced ? 'namespaces/{namespace}/' : ''}${name}/{name}`,
      {
        patch: {
          parameters: [{ name: 'fieldValidation', in: 'query', schema: { type: 'string' } }],
          responses: {},
          'x-kubernetes-group-version-kind': { group: '', kind, version: 'v1' },
        },
      },
    ]),
  ),
};

const documents: Readonly<Record<string, unknown>> = {
  '/version': { major: '1', minor: '33', gitVersion: 'v1.33.0' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': discovery,
  '/openapi/v3': { paths: { 'api/v1': { serverRelativeURL: '/openapi/v3/api/v1' } } },
  '/openapi/v3/api/v1': schemas,
};

const kindOf = (resource: string): string => resources.find(([name]) => name === resource)?.[1] ?? '';

/** A Kubernetes API server that stores the objects which Helm needs: namespaces, secrets and config maps. */
export interface HelmCluster {
  readonly url: string;
  readonly token: string;
  /** the objects by path, such as `shop/configmaps/settings` */
  readonly objects: ReadonlyMap<string, StoredObject>;
  stop(): Promise<void>;
}

const collectionForm = /^\/api\/v1(?:\/namespaces\/([^/]+))?\/(namespaces|configmaps|secrets)(?:\/([^/]+))?$/;
const objectForm = /^\/api\/v1\/()(namespaces)\/([^/]+)$/;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const failure = (status: number, reason: string): Answer => ({
  status,
  body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: status, reason, message: reason },
});

const objectIn = (body: Buffer): StoredObject =>
  body.subarray(0, 4).equals(Buffer.from('k8s\0')) ? readProtobufSecret(body) : parse(body.toString());

class ObjectStore {
  readonly objects = new Map<string, StoredObject>();
  #uids = 0;

  answer(method: string, path: string, query: URLSearchParams, body: Buffer): Answer {
    const match = objectForm.exec(path) ?? collectionForm.exec(path);
    if (match === null) return failure(404, 'NotFound');
    const [, namespace = '', resource = '', name] = match;
    const folder = `${namespace}/${resource}/`;
    if (name === undefined && method === 'GET') return this.#list(folder, resource, query);
    if (method === 'POST') return this.#store(folder, objectIn(body));
    const found = this.objects.get(`${folder}${name}`);
    if (method === 'PATCH' || method === 'PUT') return this.#store(folder, { ...found, ...objectIn(body) });
    if (found === undefined) return failure(404, 'NotFound');
    if (method === 'DELETE') this.objects.delete(`${folder}${name}`);
    return { status: 200, body: found };
  }

  #store(folder: string, object: StoredObject): Answer {
    this.#uids += 1;
    const [namespace = ''] = folder.split('/');
    const stored = { ...object, metadata: { ...object.metadata, namespace, uid: `uid-${this.#uids}` } };
    this.objects.set(`${folder}${object.metadata.name}`, stored);
    return { status: 201, body: stored };
  }

  #list(folder: string, resource: string, query: URLSearchParams): Answer {
    const wanted = (query.get('labelSelector') ?? '').split(',').filter((pair) => pair.includes('='));
    const items = [...this.objects].flatMap(([path, object]) => {
      const { labels = {} } = object.metadata;
      const fits = wanted.every((pair) => labels[pair.split('=')[0]!] === pair.split('=')[1]);
      return path.startsWith(folder) && fits ? [object] : [];
    });
    return { status: 200, body: { kind: `${kindOf(resource)}List`, apiVersion: 'v1', metadata: {}, items } };
  }
}

/** Starts such a server on loopback. Helm sends a token only with TLS. */
export async function startHelmCluster(certificate: {
  readonly cert: string;
  readonly key: string;
}): Promise<HelmCluster> {
  const store = new ObjectStore();
  const token = 'token-of-the-target';
  const server = createServer(certificate, async (request, response) => {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cluster');
    const document = documents[pathname];
    const isIdentified = request.headers.authorization === `Bearer ${token}`;
    const { status, body: answer } = !isIdentified
      ? failure(401, 'Unauthorized')
      : document === undefined
        ? store.answer(request.method ?? '', pathname, searchParams, body)
        : { status: 200, body: document };

    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `https://127.0.0.1:${port}`, token, objects: store.objects },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
