declare module '~icons/lucide/*' {
  const icon: import('./components/marks/icon.tsx').IconNode;
  // biome-ignore lint/style/noDefaultExport: each icon is a module, and gets its name where it is imported
  export default icon;
}
