import { isObject, isTemplate, type Json, type Release } from '@slipway/domain/model';
import type { FlagComments } from '@slipway/domain/risk';
import type { ResponseJson } from '../format/sorted-json.ts';
import { readType } from '../format/type-name.ts';
import { showRisk } from './assessment.ts';

/** The assessors in a rendered release: all, or, on pages of many releases, those with a finding. */
export type ShownAssessors = 'all' | 'found';

/**
 * The risk of a release as one of its extensions: its assessments name it by its id (rest-operations.md, extensions item).
 * Templates have none.
 */
export function riskExtensions(
  release: Release,
  comments: FlagComments,
  id: string,
  { prefix, assessors }: { readonly prefix: string; readonly assessors: ShownAssessors },
): readonly ResponseJson[] {
  if (isTemplate(release.status)) return [];
  const risk = showRisk(release, comments, id, prefix);
  const shown = risk.riskAssessments.filter(({ score }) => assessors === 'all' || score > 0);
  return [{ ...risk, riskAssessments: shown.map((assessment) => ({ ...assessment, risk: risk.id })) }];
}

/** The extensions of the user: the computed ones of a release are left out when they are sent back. */
export const ownExtensions = (extensions: readonly Json[], prefix: string): readonly Json[] =>
  extensions.some((extension) => isRisk(extension, prefix))
    ? extensions.filter((extension) => !isRisk(extension, prefix))
    : extensions;

const isRisk = (extension: Json, prefix: string): boolean =>
  isObject(extension) && typeof extension.type === 'string' && readType(extension.type, prefix) === 'Risk';
