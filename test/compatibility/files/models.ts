import { type Fixture, task, withTasks } from './fixture.ts';

/** The versions of the model that exports were seen with, and the product's beside them (file-formats.md, .xlr). */
const seen = ['4.6.0-alpha-2', '4.8.0#9', '10.3.0#4', '22.0.0#3', '22.3.0', '22.3.0#1', '23.1.0#4', '24.1.0#1'];

const of = (model: string) => withTasks(`model ${model}`, task('Task', 'work'));

/** One template for each model that is read. */
export const models: readonly Fixture[] = [
  ...seen.map((model) => ({ name: `model ${model}`, template: of(model), model })),
  { name: 'bare JSON, an array, as before 4.0', template: [of('3'), of('3 too')], model: null },
];
