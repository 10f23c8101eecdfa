import { isObject, type Json, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { groovyOf } from '@slipway/formats';
import type { ReadContext } from '../model/context.ts';
import { type ExportedPlan, exportedTemplate } from './export-plan.ts';
import { titlePathsOf } from './title-paths.ts';

/** How somebody wants a template in Groovy. */
export interface GroovyWish {
  /** with its folder, triggers and teams; else as a release */
  readonly asTemplate: boolean;
  /** which version of the product writes it, and when */
  readonly version: string;
  readonly date: string;
  /** where its templates are asked for: the id comes behind */
  readonly from: string;
}

type GroovyTemplate = Pick<ExportedPlan, 'title' | 'attachments'> & {
  /** as `Releasefile.groovy` holds it */
  readonly text: string;
};

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The ids of what the tasks of a plan make releases from, and where. */
function namedIn(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!isObject(value)) return Array.isArray(value) ? value.flatMap(namedIn) : [];
  const own = [value.templateId, value.folderId].flatMap((id) => (typeof id === 'string' ? [lastOf(id)] : []));
  return [...own, ...namedIn(value.tasks ?? null)];
}

/**
 * A template in Groovy, as somebody may see it, with what lies beside the file (import-formats.md, Groovy). Throws NotFound,
 * Forbidden.
 */
export async function templateInGroovy(
  context: ReadContext,
  person: Person,
  written: string,
  { asTemplate, version, date, from }: GroovyWish,
): Promise<GroovyTemplate> {
  const { title, plan, attachments } = await exportedTemplate(context, person, written);
  // as it is sent: undefined members are none
  const template: Readonly<Record<string, Json>> = JSON.parse(JSON.stringify(plan));
  const folderId = lastOf(plan.id.slice(0, plan.id.lastIndexOf('/')));
  const { phases = [] } = template;
  const tasks = Array.isArray(phases)
    ? phases.map((phase: Json) => (isObject(phase) ? (phase.tasks ?? null) : null))
    : [];
  const named = new Set([...tasks.flatMap(namedIn), folderId].filter((id) => id !== rootFolderId));
  const paths = await titlePathsOf(context, [...named], person);
  const text = groovyOf(template, {
    asTemplate,
    head: { from: `${from}${plan.id}`, version, date },
    folder: paths.get(folderId) ?? null,
    pathOf: (id) => paths.get(lastOf(id)) ?? null,
  });
  return { text, title, attachments };
}
