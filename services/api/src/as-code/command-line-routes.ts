import type { IncomingMessage } from 'node:http';
import { showChanges } from '@slipway/api-schema/as-code';
import { type GenerateRequest, generateCode } from '@slipway/application/as-code';
import type { Message, Warn } from '@slipway/domain/messages';
import { Forbidden } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { BadFile, codeSchema, textEntry, writeZip, type ZipEntry } from '@slipway/formats';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { withCode } from '../http/body/documents.ts';
import { maxFormBytes } from '../http/body/multipart.ts';
import { readBody } from '../http/body/read-body.ts';
import { whileConnected } from '../http/client/client-disconnect.ts';
import { listsType } from '../http/client/negotiation.ts';
import { refusalFor } from '../http/errors/status-codes.ts';
import { requireAnywhere } from '../http/needs/permission-anywhere.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import { parseBy, readQuery } from '../http/query.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import { downloadSlots, generationSlots } from '../http/slots.ts';
import { StreamedAnswer } from '../http/writing/streamed-answer.ts';
import { serializeDocuments } from '../parsing/parse.ts';
import { createCredentialCheck, passwordsFor } from '../people/confirm-credentials.ts';
import { applyReceived } from './code-files.ts';
import { anyCodePermission } from './code-needs.ts';

/** The requests of the family's command lines (rest-operations.md, Called by clients). */
export const commandLineRoutes = (deps: Deps): readonly PlainRoute[] => [
  {
    method: 'POST',
    path: '/devops-as-code/apply',
    answer: (request) => withCommandLineErrors(request, () => applyDocuments(deps, request, 'keep')),
  },
  {
    method: 'POST',
    path: '/devops-as-code/preview',
    answer: (request) => withCommandLineErrors(request, () => applyDocuments(deps, request, 'undo')),
  },
  {
    method: 'GET',
    path: '/devops-as-code/generate',
    answer: (request) => withCommandLineErrors(request, () => generateArchive(deps, request)),
  },
  { method: 'any', path: '/devops-as-code/schema', answer: () => jsonReply(codeSchema) },
];

async function applyDocuments(
  deps: Deps,
  { message, caller, client }: PlainRequest,
  ending: 'keep' | 'undo',
): Promise<Reply> {
  const warnings: Message[] = [];
  const person = requireCaller(caller);
  await requireAnywhere(deps.database, person, anyCodePermission);
  const actor = { username: person.username, address: client.address };
  const order = {
    caller: person,
    actor,
    credentialCheck: createCredentialCheck(deps, actor),
    passwords: passwordsFor(deps, actor),
  };
  const code = { message, bytes: () => readBody(message, maxFormBytes) };
  return await whileConnected(message, (signal) =>
    withCode(code, { deps, username: person.username }, async (received) => {
      const warn: Warn = (warning) => warnings.push(warning);
      const report = await applyReceived(deps, order, received, { ending, warn, signal });
      return jsonReply(showChanges({ ...report, warnings }));
    }),
  );
}

function requireCaller(caller: Person | null): Person {
  if (caller === null) throw new Error('a route behind the login was reached without one');
  return caller;
}

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
const generateQuery = z.object({
  path: z.string().default(''),
  globalPermissions: flag,
  users: flag,
  roles: flag,
  environments: flag,
  applications: flag,
  passwords: flag,
});

/** The same for each archive: two archives differ only in their content. */
const fixedModifiedAt = new Date(Date.UTC(2000, 0, 1));

async function generateArchive(deps: Deps, { message, caller }: PlainRequest): Promise<StreamedAnswer> {
  const { path, globalPermissions, users, roles } = parseBy(generateQuery, readQuery(urlOf(message)));
  const titles = path.split('/').filter((title) => title !== '');
  const person = requireCaller(caller);
  return await whileConnected(message, async (signal) => {
    const order = { titles, globalPermissions, users, roles, signal };
    const entries = await entriesOf(deps, person, order);
    const end = await downloadSlots.acquire(person.username, signal);
    return new StreamedAnswer({
      status: 200,
      headers: { 'Content-Type': 'application/zip' },
      bytes: () => writeZip(entries, fixedModifiedAt),
      end,
    });
  });
}

/** Generates one archive at a time for each user. The slot is released before the response is sent. */
async function entriesOf(deps: Deps, person: Person, order: GenerateRequest): Promise<readonly ZipEntry[]> {
  const release = await generationSlots.acquire(person.username, order.signal);
  try {
    const { documents, head, attachments } = await generateCode(deps, person, order);
    const sender = { username: person.username, signal: order.signal };
    const { yaml, values } = await serializeDocuments({ documents, head }, sender);
    return [
      textEntry('index.yaml', yaml),
      ...(values === '' ? [] : [textEntry('secrets.xlvals', values)]),
      ...[...attachments].map(([name, bytes]) => ({ name, bytes, compresses: false })),
    ];
  } finally {
    release();
  }
}

const urlOf = ({ url = '' }: IncomingMessage): string => url;

/**
 * A refusal in the form of command lines: an error of the document, or of an object in it. Clients that list
 * `application/problem+json`, such as the board, receive that.
 */
async function withCommandLineErrors<T>({ message }: PlainRequest, answer: () => Promise<T>): Promise<T | Reply> {
  try {
    return await answer();
  } catch (error) {
    const { status, detail } = refusalFor(error);
    if (status >= 500 || listsType(message, 'application/problem+json')) throw error;
    return jsonReply({ errors: errorsOf(error, detail) }, status);
  }
}

function errorsOf(error: unknown, detail: string): object {
  if (error instanceof BadFile) return { document: { field: 'document', problem: detail } };
  if (error instanceof Forbidden && error.missing !== null) {
    const { id: ciId, permission } = error.missing;
    return { permission: [{ ciId, permission }], generic: detail };
  }
  return { generic: detail };
}
