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
  const templates = uses.flatMap((use): TemplateEffect[] => {
    const { releaseCount, triggers, gates } = use;
    if (releaseCount + triggers.length + gates.length === 0) return [];
    const path = paths.get(use.templateId) ?? '';
    const visible = use.releases.filter(({ id }) => seen.has(id));
    return [{ ...use, path, releases: visible, gates: gates.filter(({ releaseId }) => seen.has(releaseId)) }];
  });
  return { templates };
}
