import type { IncomingMessage } from 'node:http';
import { Forbidden } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { BadFile, codeSchema, textEntry, type ZipEntry, zipped } from '@slipway/formats';
import { type GenerateOrder, generateCode } from '@slipway/resources';
import { showChanges } from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { withCode } from '../http/body/code-parts.ts';
import { largestForm } from '../http/body/multipart.ts';
import { readBody } from '../http/body/read-body.ts';
import { whileConnected } from '../http/client/leaving.ts';
import { refusalFor } from '../http/errors/status-codes.ts';
import { requireAnywhere } from '../http/needs/anywhere.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import { parseBy, readQuery } from '../http/query.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import { downloads, generations } from '../http/transfer-places.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';
import { writeDocumentsApart } from '../parsing/parse.ts';
import { provesUser } from '../people/proves-user.ts';
import { passwordsFor } from '../people/users/own-passwords.ts';
import { applyReceived } from './code-files.ts';
import { anyOfCode } from './code-needs.ts';

/** What command lines of the family send and read (rest-operations.md, Called by clients). */
export const commandLineRoutes = (deps: Deps): readonly PlainRoute[] => [
  { method: 'POST', path: '/devops-as-code/apply', answer: (request) => told(() => applied(deps, request, 'keep')) },
  { method: 'POST', path: '/devops-as-code/preview', answer: (request) => told(() => applied(deps, request, 'undo')) },
  { method: 'GET', path: '/devops-as-code/generate', answer: (request) => told(() => generated(deps, request)) },
  { method: 'any', path: '/devops-as-code/schema', answer: () => jsonReply(codeSchema) },
];

async function applied(deps: Deps, { message, caller, client }: PlainRequest, ending: 'keep' | 'undo'): Promise<Reply> {
  const warnings: string[] = [];
  const person = known(caller);
  await requireAnywhere(deps.database, person, anyOfCode);
  const actor = { username: person.username, address: client.address };
  const order = { caller: person, actor, proves: provesUser(deps, actor), passwords: passwordsFor(deps, actor) };
  const code = { message, bytes: () => readBody(message, largestForm) };
  return await whileConnected(message, (signal) =>
    withCode(code, { deps, username: person.username }, async (received) => {
      const warn = (what: string) => warnings.push(what);
      const report = await applyReceived(deps, order, received, { ending, warn, signal });
      return jsonReply(showChanges({ ...report, warnings }));
    }),
  );
}

function known(caller: Person | null): Person {
  if (caller === null) throw new Error('a route behind the login was reached without one');
  return caller;
}

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
const generating = z.object({
  path: z.string().default(''),
  globalPermissions: flag,
  users: flag,
  roles: flag,
  environments: flag,
  applications: flag,
  passwords: flag,
});

/** The same in every archive: only its content distinguishes two. */
const sameMoment = new Date(Date.UTC(2000, 0, 1));

async function generated(deps: Deps, { message, caller }: PlainRequest): Promise<StreamedAnswer> {
  const { path, globalPermissions, users, roles } = parseBy(generating, readQuery(urlOf(message)));
  const titles = path.split('/').filter((title) => title !== '');
  const person = known(caller);
  return await whileConnected(message, async (signal) => {
    const order = { titles, globalPermissions, users, roles, signal };
    const entries = await entriesOf(deps, person, order);
    const end = await downloads.enter(person.username, signal);
    return new StreamedAnswer({
      status: 200,
      headers: { 'Content-Type': 'application/zip' },
      bytes: () => zipped(entries, sameMoment),
      end,
    });
  });
}

/** Generates one archive at a time for each user; the place is free again before anything is sent. */
async function entriesOf(deps: Deps, person: Person, order: GenerateOrder): Promise<readonly ZipEntry[]> {
  const leave = await generations.enter(person.username, order.signal);
  try {
    const { documents, head, attachments } = await generateCode(deps, person, order);
    const sender = { username: person.username, signal: order.signal };
    const { yaml, values } = await writeDocumentsApart({ documents, head }, sender);
    return [
      textEntry('index.yaml', yaml),
      ...(values === '' ? [] : [textEntry('secrets.xlvals', values)]),
      ...[...attachments].map(([name, bytes]) => ({ name, bytes, packs: false })),
    ];
  } finally {
    leave();
  }
}

const urlOf = ({ url = '' }: IncomingMessage): string => url;

/** A refusal in the form of command lines: an error of the document, or of an object in it. */
async function told<T>(answer: () => Promise<T>): Promise<T | Reply> {
  try {
    return await answer();
  } catch (error) {
    const { status, detail } = refusalFor(error);
    if (status >= 500) throw error;
    return jsonReply({ errors: errorsOf(error, detail) }, status);
  }
}

function errorsOf(error: unknown, detail: string): object {
  if (error instanceof BadFile) return { document: { field: 'document', problem: detail } };
  if (error instanceof Forbidden && error.lack !== null) {
    const { id: ciId, permission } = error.lack;
    return { permission: [{ ciId, permission }], generic: detail };
  }
  return { generic: detail };
}
