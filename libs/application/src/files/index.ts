export { type ExportedPlan, exportedRelease, exportedTemplate } from './export-plan.ts';
export { exportGroovyTemplate, groovyZip, templatesAt } from './groovy-template.ts';
export { folderToImport, importTemplates } from './import-templates.ts';
export { readBounded } from './read-bounded.ts';
