import { clip, idCandidates, NotFound, type PublicKind, type Variable } from '@slipway/domain';
import { locate, type ReleaseView, readPhase, readRelease, readTask, type TaskView } from '@slipway/persistence';
import type { Deps } from './deps.ts';

type Reads = Pick<Deps, 'database'>;

/** The answer of the first candidate of an id that names something. Throws NotFound. */
async function firstOf<T>(
  kind: PublicKind,
  written: string,
  read: (id: string) => Promise<T | null>,
  what = kind.toLowerCase(),
): Promise<T> {
  for (const id of idCandidates(kind, written)) {
    const found = await read(id);
    if (found !== null) return found;
  }
  throw new NotFound(`there is no ${what} '${clip(written)}'`);
}

/** A live task to be shown. Throws NotFound. */
export const taskView = ({ database }: Reads, written: string): Promise<TaskView> =>
  firstOf('Task', written, (id) => readTask(database, id));

/** A live release or template, whichever it is, with its phases or without. Throws NotFound. */
export const anyView = ({ database }: Reads, written: string, phases = true, what = 'release'): Promise<ReleaseView> =>
  firstOf('Release', written, (id) => readRelease(database, id, { phases }), what);

/** A live release. Throws NotFound, for a template too. */
export async function releaseView(reads: Reads, written: string, phases = true): Promise<ReleaseView> {
  const view = await anyView(reads, written, phases);
  if (view.release.status === 'TEMPLATE') throw new NotFound(`there is no release '${clip(written)}'`);
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
  firstOf('Release', written, (id) => readRelease(database, id, { archived: true }));

/** A phase of a live release: the release with this one phase. Throws NotFound. */
export const phaseView = ({ database }: Reads, written: string): Promise<ReleaseView> =>
  firstOf('Phase', written, (id) => readPhase(database, id));

/** A variable of a live release or template, and the release, without its phases. Throws NotFound. */
export async function variableView(
  { database }: Reads,
  written: string,
): Promise<{ readonly variable: Variable; readonly view: ReleaseView }> {
  const absent = new NotFound(`there is no variable '${clip(written)}'`);
  const found = await locate(database, 'Variable', idCandidates('Variable', written), written.split('/').slice(0, -1));
  const view = found && (await readRelease(database, found.releaseId, { phases: false }));
  const variable = view?.release.variables.find(({ id }) => id === found?.id);
  if (!view || !variable) throw absent;
  return { variable, view };
}
