import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, by the start of their paths: begun last, they would leave all but one core idle at the end. */
const slow = [
  'test/board/whole',
  'test/rights',
  'test/processes',
  'test/board',
  'test/plugins',
  'test/flows/as-code',
  'test/flows/flow',
  'services/scheduler',
  'test/deploy',
  'test/failure',
  'test/flows',
];

/**
 * Runs the files of one project after those of another, because only files of the same project share a worker, and slow
 * files before fast ones.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = slow.findIndex((start) => moduleId.includes(`/${start}`));
      return at < 0 ? slow.length : at;
    };
    const bySize = await super.sort(files);
    return bySize.toSorted((a, b) => a.project.name.localeCompare(b.project.name) || rank(a) - rank(b));
  }
}
