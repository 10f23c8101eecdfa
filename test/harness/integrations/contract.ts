import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const kinds = ['string', 'integer', 'number', 'boolean', 'object', 'array'] as const;

/** A member of a request or reply: the name of its source, or more about it. */
const member = z
  .union([
    z.string().transform((source) => ({ source })),
    z.strictObject({
      source: z.string(),
      type: z.enum(kinds).optional(),
      required: z.boolean().optional(),
      /** the allowed values, such as versions of the API */
      values: z.array(z.string()).optional(),
    }),
  ])
  .transform((value) => ({ type: undefined, required: false, values: undefined, ...value }));
export type Member = z.output<typeof member>;
/** Members by name. `*` allows all names. In JSON, a name is a path: `a.b`, and `items[].id` for the members of a list. */
const someMembers = z.record(z.string(), member);
const members = someMembers.default({});
export type Members = z.output<typeof members>;

/** How a server returns a long list in pages. */
const pages = z.discriminatedUnion('kind', [
  /** the header `Link` with `rel="next"` */
  z.strictObject({ kind: z.literal('link'), page: z.string(), size: z.string(), defaultSize: z.number() }),
  /** the members for the list and its total, and the index of the first item */
  z.strictObject({
    kind: z.literal('offset'),
    start: z.string(),
    size: z.string(),
    defaultSize: z.number(),
    list: z.string(),
    total: z.string(),
  }),
  /** a token for the next page, in the body */
  z.strictObject({
    kind: z.literal('token'),
    token: z.string(),
    next: z.string(),
    defaultSize: z.number(),
    list: z.string(),
  }),
]);
export type Pages = z.output<typeof pages>;

const requestContract = z.strictObject({
  /** the method, and the path with `{names}`; `{names*}` can have slashes */
  request: z.string().regex(/^(?:GET|POST|PUT|PATCH|DELETE|HEAD) \/\S*$/),
  source: z.string(),
  query: members,
  /** headers beyond the ones that each client sends; names in lower case */
  headers: members,
  form: someMembers.optional(),
  json: someMembers.optional(),
  /** the media type of a JSON body if it is not each one with `json` in its name */
  mediaType: z.string().optional(),
  pages: pages.optional(),
  /** whether the server answers without a login */
  anonymous: z.boolean().default(false),
  reply: z.strictObject({
    status: z.number().default(200),
    headers: members,
    json: someMembers.optional(),
    text: z.string().optional(),
  }),
});
export type RequestContract = z.output<typeof requestContract>;

const contract = z.strictObject({
  server: z.string(),
  authentication: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.enum(['basic', 'bearer']), source: z.string() }),
    /** a token in a header of its own; `prefix` is before the token */
    z.strictObject({
      kind: z.literal('header'),
      header: z.string(),
      prefix: z.string().default(''),
      source: z.string(),
    }),
  ]),
  /** the JSON path of the text in a refusal */
  errorMember: z.string().default('message'),
  /** the addresses of the pages of the public documentation, by name */
  sources: z.record(z.string(), z.url()),
  requests: z.record(z.string(), requestContract),
});
export type Contract = z.output<typeof contract>;

/** The name of a source for a member that no page describes. */
const unverified = 'unverified';

/** Reads the contract of an integration. Throws an error that names the invalid member. */
export function readContract(name: string): Contract {
  const file = join('integrations', name, 'contract.yaml');
  const read = contract.safeParse(parse(readFileSync(file, 'utf8')));
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  const unknown = sourcesIn(read.data).find(
    ({ source }) => source !== unverified && !Object.hasOwn(read.data.sources, source),
  );
  if (unknown !== undefined) throw new Error(`${file}: '${unknown.path}' has the unknown source '${unknown.source}'`);
  return read.data;
}

interface Cited {
  readonly path: string;
  readonly source: string;
}

/** Returns the source of each request and member. */
function sourcesIn({ authentication, requests }: Contract): readonly Cited[] {
  const ofMembers = (path: string, all: Members = {}): readonly Cited[] =>
    Object.entries(all).map(([name, { source }]) => ({ path: `${path}.${name}`, source }));
  const ofRequests = Object.entries(requests).flatMap(([path, { source, query, headers, form, json, reply }]) => [
    { path, source },
    ...ofMembers(`${path}.query`, query),
    ...ofMembers(`${path}.headers`, headers),
    ...ofMembers(`${path}.form`, form),
    ...ofMembers(`${path}.json`, json),
    ...ofMembers(`${path}.reply.headers`, reply.headers),
    ...ofMembers(`${path}.reply.json`, reply.json),
  ]);
  return [
    ...(authentication.kind === 'none' ? [] : [{ path: 'authentication', source: authentication.source }]),
    ...ofRequests,
  ];
}

/** Returns the requests and members that no page describes. */
export const unverifiedIn = (of: Contract): readonly string[] =>
  sourcesIn(of).flatMap(({ path, source }) => (source === unverified ? [path] : []));
