throw new Error(`the query finds ${Object.keys(issues).length} issues: ${Object.keys(issues).slice(0, 20).join(', ')}`);
