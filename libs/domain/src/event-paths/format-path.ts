/** A part of an event: its payload, its headers or its query parameters. */
export type EventRoot = 'event' | 'headers' | 'parameters';

/** The limits of a path. `readPath` of the triggers rejects longer paths. */
export const maxSteps = 20;
export const maxPathLength = 256;
const maxNameLength = 200;
const maxIndex = 999_999;

const plainName = /^[\p{L}\p{N}_$-]+$/u;

/** Returns the text of a step; null: the grammar has no notation for it. */
function formatStep(step: string | number): string | null {
  if (typeof step === 'number') return step <= maxIndex ? `[${step}]` : null;
  if (step === '' || step.length > maxNameLength) return null;
  if (plainName.test(step)) return `.${step}`;
  if (!step.includes("'")) return `['${step}']`;
  return step.includes('"') ? null : `["${step}"]`;
}

/** Returns the path to a value of an event, by names and indexes from 0; null: the grammar of paths cannot express it. */
export function formatPath(root: EventRoot, steps: readonly (string | number)[]): string | null {
  const texts = steps.map(formatStep);
  const path = [root, ...texts].join('');
  return texts.includes(null) || steps.length > maxSteps || path.length > maxPathLength ? null : path;
}

/** Returns the placeholder for a path in a text; null: a name contains a character that placeholders cannot contain. */
export const formatPlaceholder = (path: string): string | null => (/[${}]/.test(path) ? null : `\${${path}}`);
