import { type Caller, clip, missingPermission, NotFound, type Permission, type Variable } from '@slipway/domain';
import { type ReleaseView, readPhase, readRelease, readTask, type TaskView } from '@slipway/persistence';
import { firstNamed, variableNamed } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';

type Reads = Pick<Deps, 'database'>;

/** A live task to be shown. Throws NotFound. */
export const taskView = ({ database }: Reads, written: string): Promise<TaskView> =>
  firstNamed('Task', written, (id) => readTask(database, id));

/** A live release or template, whichever it is, with its phases or without. Throws NotFound. */
export const anyView = ({ database }: Reads, written: string, phases = true, what = 'release'): Promise<ReleaseView> =>
  firstNamed('Release', written, (id) => readRelease(database, id, { phases }), what);

/** A live release. Throws NotFound, for a template too. */
export async function releaseView(reads: Reads, written: string, phases = true): Promise<ReleaseView> {
  const view = await anyView(reads, written, phases);
  if (view.release.status === 'TEMPLATE') throw new NotFound(`there is no release '${clip(written)}'`);
  return view;
}

/** Refuses a caller who may not do to a template what a call for releases does. Throws Forbidden. */
export function requireOnTemplate(caller: Caller, { release }: ReleaseView, permission: Permission): void {
  if (release.status === 'TEMPLATE' && !caller.may(permission)) throw missingPermission(permission, release.id);
}

/**
 * A live release, or a template, whose id answers where a call for releases reads (decisions.md, Answers): what the
 * caller then needs is `permission`. Throws NotFound, Forbidden.
 */
export async function releaseOrTemplate(
  reads: Reads,
  caller: Caller,
  written: string,
  { permission, phases = true }: { readonly permission: Permission; readonly phases?: boolean },
): Promise<ReleaseView> {
  const view = await anyView(reads, written, phases);
  requireOnTemplate(caller, view, permission);
  return view;
}

/** A template. Throws NotFound, for a release too. */
export async function templateView(reads: Reads, written: string, phases = true): Promise<ReleaseView> {
  const view = await anyView(reads, written, phases, 'template');
  if (view.release.status !== 'TEMPLATE') throw new NotFound(`there is no template '${clip(written)}'`);
  return view;
}

/** An archived release. Throws NotFound. */
export const archivedView = ({ database }: Reads, written: string): Promise<ReleaseView> =>
  firstNamed('Release', written, (id) => readRelease(database, id, { archived: true }));

/** A phase of a live release: the release with this one phase. Throws NotFound. */
export const phaseView = ({ database }: Reads, written: string): Promise<ReleaseView> =>
  firstNamed('Phase', written, (id) => readPhase(database, id));

/** A variable of a live release or template, and the release, without its phases. Throws NotFound. */
export const variableView = (
  { database }: Reads,
  written: string,
): Promise<{ readonly variable: Variable; readonly view: ReleaseView }> => variableNamed(database, written);
