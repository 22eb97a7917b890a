/** Members of a path that are operations, without TRACE, which no request can be. */
export const methods: readonly string[] = ["get", "put", "post", "delete", "patch", "head", "options", "query"];
