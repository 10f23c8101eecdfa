import type { ListedRelease } from '@slipway/api-schema/search';
import { statusLabel } from '../../components/marks/status.tsx';

type Json = ListedRelease['extensions'][number];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An empty text, or one with a time for machines: a message about the due date, which users read beside the cause. */
const isUnsuitable = /^$|\d{4}-\d\d-\d\d[T ]\d/;

/** Returns the assessments in an extension of a release; empty for other extensions. */
function assessmentsIn(extension: Json): readonly { readonly score: number; readonly text: string }[] {
  if (typeof extension !== 'object' || extension === null || Array.isArray(extension)) return [];
  const assessments = 'riskAssessments' in extension ? extension.riskAssessments : null;
  if (!Array.isArray(assessments)) return [];
  return assessments.flatMap((assessment) => {
    if (typeof assessment !== 'object' || assessment === null || Array.isArray(assessment)) return [];
    const [first] = Array.isArray(assessment.messages) ? assessment.messages : [];
    const score = typeof assessment.score === 'number' ? assessment.score : 0;
    const text = textOf(first);
    return [{ score, text: isUnsuitable.test(text) ? textOf(assessment.headline) : text }];
  });
}

/** Returns the cause of the risk of a release: the text of its worst assessment, or else its status. */
export function causeOf({ extensions, status }: Pick<ListedRelease, 'extensions' | 'status'>): string {
  const [worst] = extensions
    .flatMap(assessmentsIn)
    .filter(({ score, text }) => score > 0 && text !== '')
    .toSorted((one, other) => other.score - one.score);
  return worst?.text ?? statusLabel(status);
}
