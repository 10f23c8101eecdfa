import { neededToRead, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type TemplateUses, usesOfTemplates } from '@slipway/persistence';
import { seenOf } from '../model/show-for.ts';
import type { CodeChange, CodeRun } from './run.ts';

/** What changes mean to what runs, for whoever may see that. */
export interface CodeEffects {
  /** of each changed template that something has to do with */
  readonly templates: readonly TemplateEffect[];
}

/** What has to do with a template that changes: releases keep the plan that they were made with, triggers make others by the new one. */
export interface TemplateEffect extends TemplateUses {
  readonly path: string;
}

const last = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** What has to do with the templates that were changed. */
export async function effectsOf(run: CodeRun, changes: readonly CodeChange[]): Promise<CodeEffects> {
  const paths = new Map(
    changes.flatMap(({ kind, action, id, path }) =>
      kind === 'Template' && action === 'update' ? [[last(id), path] as const] : [],
    ),
  );
  const uses = await usesOfTemplates(run.context.database, [...paths.keys()]);
  const person = await run.me();
  const releases = uses.flatMap((use) => [
    ...use.releases.map(({ id }) => id),
    ...use.gates.map(({ releaseId }) => releaseId),
  ]);
  const seen = releases.length === 0 ? new Set<string>() : await seenOf(run.context, [...new Set(releases)], person);
  const due = await Promise.all(uses.map((use) => seenTriggers(person, use)));
  const templates = uses.flatMap((use, index): TemplateEffect[] => {
    const { releaseCount, gates } = use;
    const triggers = due[index] ?? [];
    if (releaseCount + triggers.length + gates.length === 0) return [];
    const path = paths.get(use.templateId) ?? '';
    const visible = use.releases.filter(({ id }) => seen.has(id));
    return [{ ...use, path, triggers, releases: visible, gates: gates.filter(({ releaseId }) => seen.has(releaseId)) }];
  });
  return { templates };
}

/** Those of its triggers that somebody may see: by their folders, at the top by the template. */
async function seenTriggers(person: Person, { templateId, folderId, triggers }: TemplateUses) {
  const atTemplate = { folderId, releaseId: templateId };
  const places = triggers.map((each) => (each.folderId === rootFolderId ? atTemplate : { folderId: each.folderId }));
  const there = await person.atAll(places);
  return triggers.filter((_, index) => there[index]?.may(neededToRead.trigger));
}
