export { type EventRoot, formatPath, formatPlaceholder, maxPathLength, maxSteps } from './format-path.ts';
