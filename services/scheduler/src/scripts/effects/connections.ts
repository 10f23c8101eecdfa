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

/** A client may have chosen the id: it is known as such by the path before it, which a script is not given. */
const pathOf = (id: string): string => (id.includes('/') ? id : `Configuration/Custom/${id}`);

/** The configuration of a request, if it is a global one or in one of these folders; else null. */
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

/** Ids have several forms, of which the last segment is the same. */
const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The ids in what a script was given: its configurations, and what these refer to. */
export function referencedIds({ inputs, objects }: Pick<ScriptRequest, 'inputs' | 'objects'>): (id: string) => boolean {
  const referenced = new Set([...textsOf(objects.map((name) => inputs[name]))].map(lastSegment));
  return (id) => referenced.has(lastSegment(id));
}

/** A question, after any number of pauses, that is answered by configurations. */
const configurationQuestion = /^\d*\{"asks":"configurations?"/;
const idsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  const isNamed = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
  return isNamed && typeof value.id === 'string' ? [value.id] : [];
};

/** A script may use a configuration that was part of a reply, also by a reference. */
const wasRead = ({ reads }: ReplayLog, id: string): boolean =>
  Object.entries(reads).some(
    ([key, reply]) =>
      configurationQuestion.test(key) &&
      'value' in reply &&
      idsIn(reply.value).some((readId) => lastSegment(readId) === lastSegment(id)),
  );

/**
 * Whether the run-as user may read a configuration: global ones are public, others require the permission to view
 * their folder.
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

/** Whether a script of a release may send requests by a configuration: it was given it, or may read it. */
export function usePermission(
  context: ScriptContext,
  run: ClaimedRun,
  request: ScriptRequest,
  replayLog: ReplayLog,
): (id: string) => Promise<boolean> {
  const isReferenced = referencedIds(request);
  return async (id) => isReferenced(id) || wasRead(replayLog, id) || (await mayRead(context, run, id));
}
