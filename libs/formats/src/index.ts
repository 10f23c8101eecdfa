export { type ReadTemplate, templateFromGroovy } from './groovy/reading/template.ts';
export { groovyOf } from './groovy/writing/template.ts';
export { BadFile, inLine, reasonOf } from './refusal/bad-file.ts';
export { modelIn, requireKnownModel } from './template/model-version.ts';
export { type FileTemplate, templatesIn } from './template/read-template.ts';
export { looksZipped, templateInZip } from './template/xlr.ts';
export { unzip } from './zip/unzip.ts';
export type { ZipRules } from './zip/zip-rules.ts';
