import { type Fixture, task, withTasks } from './fixture.ts';

/** The model versions of known exports, and the version of the product (file-formats.md, .xlr). */
const knownModels = ['4.6.0-alpha-2', '4.8.0#9', '10.3.0#4', '22.0.0#3', '22.3.0', '22.3.0#1', '23.1.0#4', '24.1.0#1'];

const templateOfModel = (model: string) => withTasks(`model ${model}`, task('Task', 'work'));

/** One template for each supported model version. */
export const models: readonly Fixture[] = [
  ...knownModels.map((model) => ({ name: `model ${model}`, template: templateOfModel(model), model })),
  {
    name: 'bare JSON, an array, as before 4.0',
    template: [templateOfModel('3'), templateOfModel('3 too')],
    model: null,
  },
];
