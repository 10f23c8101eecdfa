export { type ExportedPlan, exportedRelease, exportedTemplate, readBounded } from './export-plan.ts';
export { exportGroovyTemplate, groovyZip, templatesAt } from './groovy-template.ts';
export { folderToImport, importTemplates } from './import-templates.ts';
