import { neededToRead } from '@slipway/domain';
import { configurationNamed } from '@slipway/resources';
import type { Course, ScriptRequest } from '@slipway/scripts';
import { scriptCaller } from '../context/caller.ts';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import { textsOf } from '../questions/referenced-reply.ts';
import { nothingThere } from '../request/opened-configuration.ts';
import { pathOf } from './connection.ts';

/** Ids have several forms, of which the last segment is the same. */
const last = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The ids in what a script was given: its configurations, and what these refer to. */
export function givenIds({ inputs, objects }: Pick<ScriptRequest, 'inputs' | 'objects'>): (id: string) => boolean {
  const given = new Set([...textsOf(objects.map((name) => inputs[name]))].map(last));
  return (id) => given.has(last(id));
}

/** A question, after any number of pauses, that is answered by configurations. */
const ofConfigurations = /^\d*\{"asks":"configurations?"/;
const idsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  const isNamed = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
  return isNamed && typeof value.id === 'string' ? [value.id] : [];
};

/** A script may use a configuration that was part of a reply, also by a reference. */
const wasRead = ({ reads }: Course, id: string): boolean =>
  Object.entries(reads).some(
    ([key, reply]) =>
      ofConfigurations.test(key) && 'value' in reply && idsIn(reply.value).some((read) => last(read) === last(id)),
  );

/**
 * Whether the run-as user may read a configuration: global ones are public, others require the permission to view
 * their folder.
 */
async function mayRead(context: ScriptContext, run: ClaimedRun, id: string): Promise<boolean> {
  const caller = await scriptCaller(context, run);
  if (caller === null) return false;
  const among = { folders: run.view.folderPath };
  const found = await configurationNamed(context.database, pathOf(id), among).catch(nothingThere);
  if (found === null) return caller.holds('admin');
  const { folderId } = found;
  return folderId === null || (await caller.at({ folderId })).may(neededToRead.configuration);
}

/** Whether a script of a release may send requests by a configuration: it was given it, or may read it. */
export function usableBy(
  context: ScriptContext,
  run: ClaimedRun,
  request: ScriptRequest,
  course: Course,
): (id: string) => Promise<boolean> {
  const isGiven = givenIds(request);
  return async (id) => isGiven(id) || wasRead(course, id) || (await mayRead(context, run, id));
}
