import type { PreviewAnswer, ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { partOf, type Target, targetOf } from '../target.ts';

/** One thing that a gate waits for: a condition to be ticked, or something to be done. */
export interface Wait {
  readonly id: string;
  /** of a condition its title; of a target what it is called where the release that it is in is not known */
  readonly name: string;
  /** null: a condition, or a placeholder that names nothing yet */
  readonly target: Target | null;
  /** The estimated end of the target, if known */
  readonly endDate: string | undefined;
}

type Foreseen = PreviewAnswer['phases'][number]['tasks'][number]['waitsFor'];
/** What may be one: the others have none of it. */
export type Gate = Pick<TaskAnswer, 'endDate'> & Partial<Pick<TaskAnswer, 'conditions' | 'dependencies'>>;

/** The open targets of a gate; `foreseen` is its part of a preview, if any. */
export function waitsOf({ conditions = [], dependencies = [], endDate }: Gate, foreseen?: Foreseen): readonly Wait[] {
  if (endDate !== undefined) return [];
  const open = conditions.filter(({ checked }) => !checked);
  return [
    ...open.map(({ id, title }): Wait => ({ id, name: title, target: null, endDate: undefined })),
    ...dependencies.flatMap((dependency): readonly Wait[] => {
      const { id, targetId, archivedTargetTitle } = dependency;
      const known = foreseen?.find((one) => one.targetId === targetId);
      if (foreseen !== undefined && (known === undefined || known.state === 'done')) return [];
      return [{ id, name: archivedTargetTitle ?? targetId, target: targetOf(dependency), endDate: known?.endDate }];
    }),
  ];
}

/** Releases by the last segments of their ids. */
export type Releases = ReadonlyMap<string, ReleaseAnswer>;

/** What is awaited, in words. */
export function wordsOf({ name, target }: Wait, releases: Releases): string {
  const release = target === null ? undefined : releases.get(target.releaseId);
  return target === null || release === undefined ? name : partOf(release, target).title;
}
