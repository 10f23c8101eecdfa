import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest kinds of files. If they started last, most cores would be idle at the end. */
const slowFirst = [
  /\/test\/(?:board\/whole|rights|processes)\//,
  /\/test\/[\w-]+\.test\.ts$/,
  /\/test\/(?:board|plugins|failure|deploy)\//,
  /\/test\/flows\/(?:as-code|flow|files|triggers|system)\//,
  /\/services\/scheduler\//,
  /\/test\//,
];

/**
 * Runs the files of one project together, because only files of the same project share a worker. Runs slow files
 * before fast ones.
 */
export class SlowestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const position = slowFirst.findIndex((pattern) => pattern.test(moduleId));
      return position < 0 ? slowFirst.length : position;
    };
    const bySize = await super.sort(files);
    return bySize.toSorted((a, b) => a.project.name.localeCompare(b.project.name) || rank(a) - rank(b));
  }
}
