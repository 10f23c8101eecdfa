throw new Error(failure.replace(/\s+/g, ' ').trim().slice(0, 500));
