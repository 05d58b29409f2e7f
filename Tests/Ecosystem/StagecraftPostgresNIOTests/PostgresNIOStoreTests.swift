#if PostgresNIO
internal import PostgresNIO
#endif
