export { type ReadTemplate, templateFromGroovy } from './groovy/reading/template.ts';
export { BadFile, inLine, reasonOf } from './refusal/bad-file.ts';
export { unzip } from './zip/unzip.ts';
export type { ZipRules } from './zip/zip-rules.ts';
