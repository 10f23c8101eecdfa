import { getConfiguration } from '@slipway/application/configurations';
import { withSecrets } from '@slipway/domain/configurations';
import { neededToRead } from '@slipway/domain/people';
import { openSecrets } from '@slipway/engine';
import { type Connection, type Secret, secretsOf } from '@slipway/outbound-http';
import type { ReplayLog, ScriptRequest } from '@slipway/script-protocol';
import { type ClaimedRun, type ScriptContext, scriptCaller } from '../context/context.ts';
import { textsOf } from '../questions/reply.ts';
import { isInScope, nullIfNotFound } from '../request/opened-configuration.ts';

/** The configuration of a request, and its secrets. */
interface OpenedConnection {
  readonly connection: Connection;
  readonly secrets: readonly Secret[];
}

/**
 * Adds the path to an id that a script uses without it. Only with its path, an id that a client has chosen is
 * recognized.
 */
const pathOf = (id: string): string => (id.includes('/') ? id : `Configuration/Custom/${id}`);

/** Returns the configuration of a request, if it is global or in one of these folders; otherwise null. */
export async function openConnection(
  { database, seal }: Pick<ScriptContext, 'database' | 'seal'>,
  folderPath: readonly string[],
  id: string,
): Promise<OpenedConnection | null> {
  const configuration = await getConfiguration(database, pathOf(id), { folders: folderPath }).catch(nullIfNotFound);
  if (configuration === null || !isInScope({ folderPath }, configuration)) return null;
  const opened = openSecrets(seal, configuration);
  const properties = withSecrets(configuration.properties, opened);
  return { connection: { id: configuration.id, properties }, secrets: secretsOf(properties, [...opened.values()]) };
}

/** Ids have several forms with the same last segment. */
const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The configurations in the input of a script, and those that they refer to. */
export function referencedIds({ inputs, objects }: Pick<ScriptRequest, 'inputs' | 'objects'>): (id: string) => boolean {
  const referenced = new Set([...textsOf(objects.map((name) => inputs[name]))].map(lastSegment));
  return (id) => referenced.has(lastSegment(id));
}

/** The key of a question about configurations, after any number of pauses. */
const configurationQuestion = /^\d*\{"asks":"configurations?"/;
const idsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  const isNamed = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
  return isNamed && typeof value.id === 'string' ? [value.id] : [];
};

/** A script can use a configuration from a reply, also by a reference. */
const wasRead = ({ reads }: ReplayLog, id: string): boolean =>
  Object.entries(reads).some(
    ([key, reply]) =>
      configurationQuestion.test(key) &&
      'value' in reply &&
      idsIn(reply.value).some((readId) => lastSegment(readId) === lastSegment(id)),
  );

/**
 * Whether the run-as user may read a configuration. Global ones are public; others require the permission to view their
 * folder.
 */
async function mayRead(context: ScriptContext, run: ClaimedRun, id: string): Promise<boolean> {
  const caller = await scriptCaller(context, run);
  if (caller === null) return false;
  const scope = { folders: run.view.folderPath };
  const configuration = await getConfiguration(context.database, pathOf(id), scope).catch(nullIfNotFound);
  if (configuration === null) return caller.hasPermission('admin');
  const { folderId } = configuration;
  return folderId === null || (await caller.callerAt({ folderId })).may(neededToRead.configuration);
}

/**
 * Returns whether a script of a release can use a configuration for requests: it is part of its input, or its run-as
 * user may read it.
 */
export function usePermission(
  context: ScriptContext,
  run: ClaimedRun,
  request: ScriptRequest,
  replayLog: ReplayLog,
): (id: string) => Promise<boolean> {
  const isReferenced = referencedIds(request);
  return async (id) => isReferenced(id) || wasRead(replayLog, id) || (await mayRead(context, run, id));
}
